import { hash32 } from '#contract/hash.ts'
import { documentData } from '../api/document-data.ts'

/** One seed for each page load: the order is random, and stable while the page is open. */
const seed = documentData()?.seed ?? Math.floor(Math.random() * 2 ** 32)

/** The entries in an order that depends on their ids and the seed alone. */
export function shuffled<T extends { id: string }>(entries: readonly T[], by = seed): T[] {
  return entries
    .map((entry) => ({ entry, rank: hash32(entry.id, by) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)
}
