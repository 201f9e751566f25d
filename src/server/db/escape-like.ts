/** A text as a part of a LIKE pattern that matches just this text. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
