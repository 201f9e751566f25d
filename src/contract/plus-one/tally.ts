import type { PlusOneEntry } from '../plus-one.ts'

/** The decision about an entry that was not certain: it counts as guessed, or not. */
export interface EntryDecision {
  counts: boolean
  /** Whose it is, where the chat does not tell, or not rightly. */
  name?: string
}

/** The parts of an entry that a tally is made of; a sold id may have any form. */
export type TalliedEntry = Pick<PlusOneEntry, 'line' | 'name' | 'outcome'> & {
  moves: readonly { soldId: string; by: number }[]
}

/** Entries that nobody has decided about yet. */
export function undecidedEntries<Entry extends TalliedEntry>(
  entries: readonly Entry[],
  decisions: ReadonlyMap<number, EntryDecision>,
): Entry[] {
  return entries.filter((entry) => {
    if (entry.outcome !== 'unsure') return false
    const decided = decisions.get(entry.line)
    return !decided || (decided.counts && nameOf(entry, decided) === '')
  })
}

/**
 * The pieces of each person by sold id: what was certain, and what a person has let count. Nobody has
 * fewer than none.
 */
export function tallyEntries(
  entries: readonly TalliedEntry[],
  decisions: ReadonlyMap<number, EntryDecision>,
): Map<string, Map<string, number>> {
  const people = new Map<string, Map<string, number>>()
  for (const entry of entries) {
    const decided = decisions.get(entry.line)
    const isCounted = entry.outcome === 'order' || (entry.outcome === 'unsure' && decided?.counts)
    const name = nameOf(entry, decided)
    if (!isCounted || name === '') continue
    const pieces = people.get(name) ?? new Map<string, number>()
    people.set(name, pieces)
    for (const { soldId, by } of entry.moves) {
      pieces.set(soldId, Math.max(0, (pieces.get(soldId) ?? 0) + by))
    }
  }
  return people
}

function nameOf({ name }: TalliedEntry, decided: EntryDecision | undefined): string {
  return (decided?.name ?? name ?? '').trim()
}
