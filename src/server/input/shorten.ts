/**
 * The beginning of a text, in UTF-16 units, without half a surrogate pair at its end: PostgreSQL
 * refuses half a pair in JSON.
 */
export function shorten(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}
