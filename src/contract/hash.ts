/** FNV-1a over a start value and the text, with a final mix so that similar texts get distant hashes. */
export function hash32(text: string, by: number): number {
  let hash = (0x811c9dc5 ^ by) >>> 0
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
  return (hash ^ (hash >>> 13)) >>> 0
}
