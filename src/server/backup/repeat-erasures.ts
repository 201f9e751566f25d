import { withLongStatements } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import { deleteAccountAgain, eraseAgain } from '../privacy/erase-for-good.ts'
import { findErased, type LedgerLine, readLedger } from '../privacy/erasure-ledger.ts'
import type { Manifest } from './manifest.ts'

export interface Erasures {
  /** How many erasures and deleted accounts were repeated. */
  repeated: number
  /** Lines of a key that the backup does not have. */
  unreadable: number
}

export const noErasures: Erasures = { repeated: 0, unreadable: 0 }
const dayMs = 24 * 60 * 60_000

/** Carries out those erasures and deletions that are younger than the backup. */
export async function repeatErasures(
  url: string,
  manifest: Manifest,
  folders: readonly string[],
): Promise<Erasures> {
  // One that was under way in the moment of the backup may be in it or not: its own list tells.
  const since = Date.parse(manifest.time) - dayMs
  const lines = new Map<string, LedgerLine>()
  for (const folder of folders) {
    for (const line of await readLedger(folder)) {
      if (line.at.getTime() > since) lines.set(`${line.at.getTime()} ${line.hash}`, line)
    }
  }
  if (lines.size === 0) return noErasures
  return withLongStatements(url, (db) =>
    transaction(db, async (tx) => {
      const { personKeys, deletedUids, unreadable } = await findErased(tx, [...lines.values()])
      for (const personKey of personKeys) await eraseAgain(tx, personKey)
      for (const uid of deletedUids) await deleteAccountAgain(tx, uid)
      return { repeated: personKeys.length + deletedUids.length, unreadable }
    }),
  )
}
