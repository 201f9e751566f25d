import { readStoredText } from '../shared/stored-text.ts'

const storageKey = 'trackProd'
/** One array: another one would count as a change, and be drawn. */
export const noneTracked: readonly string[] = []
const idPattern = /^[\w-]{1,40}$/

/** Reads the stored text; an entry that can be no id is left out. */
export function parseTrackedIds(text: string | null): readonly string[] {
  if (text === null) return noneTracked
  try {
    const value: unknown = JSON.parse(text)
    if (!Array.isArray(value)) return noneTracked
    return [...new Set(value.filter((id) => typeof id === 'string' && idPattern.test(id)))]
  } catch {
    return noneTracked
  }
}

let storedText: string | null = null
let ids = noneTracked
const listeners = new Set<() => void>()

/** The same array as long as the storage holds the same text. */
export function trackedIds(): readonly string[] {
  const text = readStoredText(storageKey)
  if (text !== storedText) {
    storedText = text
    ids = parseTrackedIds(text)
  }
  return ids
}

export function toggleTracked(id: string): void {
  const before = trackedIds()
  store(before.includes(id) ? before.filter((other) => other !== id) : [...before, id])
}

/** Untracks products that the server no longer lists. */
export function untrack(gone: ReadonlySet<string>): void {
  const before = trackedIds()
  const after = before.filter((id) => !gone.has(id))
  if (after.length !== before.length) store(after)
}

/** Changes of other tabs notify the listeners as well. */
export function subscribeToTracked(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function store(next: readonly string[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // A full or a forbidden storage: tracked for this tab, until it is closed.
    storedText = readStoredText(storageKey)
    ids = next
  }
  for (const listener of listeners) listener()
}
