import type { Bucket } from '../bucket/bucket.ts'
import { parseWalKey, type WalObject, walPrefix } from './places.ts'
import type { WalState } from './wal-state.ts'

/** A shop that runs makes a base every day: a stream without one for so long has ended. */
const endedAfterMs = 7 * 24 * 60 * 60_000

/** Removes what neither of the last two copies of the cluster needs, and streams that have ended. */
export async function pruneWal(bucket: Bucket, state: WalState, now = Date.now()): Promise<void> {
  const stored = (await bucket.list(walPrefix)).flatMap(({ key }) => parseWalKey(key) ?? [])
  for (const [stream, objects] of Map.groupBy(stored, (object) => object.stream)) {
    const gone = stream === state.stream ? outdated(objects, state) : ended(objects, now)
    for (const { key } of gone) await bucket.remove(key)
  }
}

function outdated(objects: readonly WalObject[], { bases }: WalState): WalObject[] {
  const oldest = bases.at(-1)
  if (!oldest) return []
  // The key with which the oldest copy and what follows it were encrypted.
  const firstKey = objects
    .filter(({ kind, name }) => kind === 'key' && name <= oldest.at)
    .map(({ name }) => name)
    .toSorted()
    .at(-1)
  return objects.filter(({ kind, name }) => {
    if (kind === 'base') return name < oldest.at
    if (kind === 'key') return firstKey !== undefined && name < firstKey
    // Of any timeline: the rest of a name is the place in the log.
    return name.length === oldest.start.length && name.slice(8) < oldest.start.slice(8)
  })
}

function ended(objects: readonly WalObject[], now: number): readonly WalObject[] {
  const last = objects
    .filter(({ kind }) => kind !== 'log')
    .map(({ name }) => name)
    .toSorted()
    .at(-1)
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(last ?? '') ?? []
  const at = Date.parse(`${year}-${month}-${day}T00:00:00Z`)
  return now - at > endedAfterMs ? objects : []
}
