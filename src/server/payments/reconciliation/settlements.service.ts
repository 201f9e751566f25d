import { hash } from 'node:crypto'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { SettlementColumns } from '#contract/reconciliation.ts'
import { taipeiDay } from '#contract/taipei-time.ts'
import { recordAudit } from '../../audit/audit.ts'
import { createId } from '../../db/id.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { StaffActor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import {
  type BookedTrade,
  leaveOutUnpaid,
  type MatchedLine,
  matchLines,
} from './match-settlement.ts'
import {
  type FileLine,
  findKnownColumns,
  readFileLines,
  readSettlementFile,
} from './settlement-file.ts'
import {
  findByHash,
  findFormat,
  insertSettlement,
  insertSettlementLines,
  keepFormat,
  readBookedTrades,
  readMissingTrades,
  removeFoundMissing,
} from './settlements.queries.ts'

interface Import {
  fileName: string
  bytes: Buffer
  /** Which column is which, where the owner has chosen. */
  columns: SettlementColumns | undefined
}

/** The id of the settlement, or the headers among which the owner has to choose. */
type Imported = { id: string } | { headers: string[] }

/**
 * Matches a settlement file with the books and keeps it, once. Throws SETTLEMENT_UNREADABLE and
 * SETTLEMENT_KNOWN.
 */
export async function importSettlement(
  db: NodePgDatabase,
  { fileName, bytes, columns: chosen }: Import,
  actor: StaffActor,
): Promise<Imported> {
  const file = await readSettlementFile(bytes)
  const headerHash = hash('sha256', JSON.stringify(file.headers))
  const columns = chosen ?? findKnownColumns(file.headers) ?? (await findFormat(db, headerHash))
  if (!columns) return { headers: file.headers }
  const lines = await readFileLines(file, columns)
  const fileHash = hash('sha256', bytes)
  return transaction(db, async (tx) => {
    const days = lines.flatMap(({ day }) => (day ? [day] : [])).sort()
    const [firstDay, lastDay] = [days[0] ?? null, days.at(-1) ?? null]
    const head = { id: createId(), fileHash, fileName, firstDay, lastDay }
    const inserted = await insertSettlement(tx, head)
    if (!inserted) throw await knownFile(tx, fileHash)
    if (chosen) await keepFormat(tx, headerHash, chosen)
    const matched = await matchAll(tx, lines, columns)
    await insertSettlementLines(tx, inserted.id, matched)
    await recordAudit(tx, actor, {
      action: 'settlement.import',
      subject: { kind: 'settlement', id: inserted.id, title: fileName },
      after: { lines: lines.length, firstDay, lastDay },
    })
    return { id: inserted.id }
  })
}

async function knownFile(tx: Transaction, fileHash: string): Promise<ShopError> {
  const known = await findByHash(tx, fileHash)
  const day = taipeiDay(known?.importedAt ?? new Date())
  return new ShopError('SETTLEMENT_KNOWN', { message: `此檔案已於 ${day} 匯入` })
}

/** The lines of the file with their results, and after them what it lacks. */
async function matchAll(
  tx: Transaction,
  all: readonly FileLine[],
  columns: SettlementColumns,
): Promise<MatchedLine[]> {
  const trades = await readBookedTrades(tx, [...new Set(all.map(({ tradeNo }) => tradeNo))])
  const lines = columns.day === undefined ? all : leaveOutUnpaid(all, trades)
  const tradeNos = [...new Set(lines.map(({ tradeNo }) => tradeNo))]
  await removeFoundMissing(tx, tradeNos)
  const missing = await findMissing(tx, lines, trades)
  const after = (lines.at(-1)?.position ?? 1) + 1
  return [
    ...matchLines(lines, trades),
    ...missing.map(({ tradeNo, orderId, ours, day }, index) => ({
      position: after + index,
      tradeNo,
      orderId,
      amount: 0,
      ours,
      fee: null,
      day,
      result: 'missing' as const,
    })),
  ]
}

/** A file of cards lacks no other methods and no other gateway: what occurs in it is expected. */
async function findMissing(
  tx: Transaction,
  lines: readonly FileLine[],
  trades: ReadonlyMap<string, BookedTrade>,
) {
  const days = lines.flatMap(({ day }) => (day ? [day] : [])).sort()
  const [firstDay, lastDay] = [days[0], days.at(-1)]
  const methods = [...new Set([...trades.values()].map(({ method }) => method))]
  if (!firstDay || !lastDay || methods.length === 0) return []
  const missing = await readMissingTrades(tx, { methods, firstDay, lastDay })
  const listed = new Set(lines.map(({ tradeNo }) => tradeNo))
  return missing.filter(({ tradeNo }) => !listed.has(tradeNo))
}
