import { documentData } from '../api/document-data.ts'

/** One seed for each page load: the order is random, and stable while the page is open. */
const seed = documentData()?.seed ?? Math.floor(Math.random() * 2 ** 32)

/** The entries in an order that depends on their ids and the seed alone. */
export function shuffled<T extends { id: string }>(entries: readonly T[], by = seed): T[] {
  return entries
    .map((entry) => ({ entry, rank: mixed(entry.id, by) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)
}

/** FNV-1a over the seed and the text, with a final mix so that similar ids get distant hashes. */
function mixed(text: string, by: number): number {
  let hash = (0x811c9dc5 ^ by) >>> 0
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
  return (hash ^ (hash >>> 13)) >>> 0
}
