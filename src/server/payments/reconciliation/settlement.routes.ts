import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyRequest } from 'fastify'
import * as schema from '#contract/reconciliation.schema.ts'
import {
  adminReconciliationApi,
  type Settlement,
  type SettlementColumns,
} from '#contract/reconciliation.ts'
import type { Db } from '../../db/connect.ts'
import { actorKey } from '../../http/actor.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import type { Mount } from '../../http/mount.ts'
import { ShopError } from '../../http/shop-error.ts'
import { readFormFile } from '../../input/form-file.ts'
import { readRequestedPage } from '../../input/requested-page.ts'
import type { Semaphore } from '../../limits/semaphore.ts'
import {
  findSettlement,
  listSettlementLines,
  listSettlements,
  readResultSums,
  type SettlementRow,
} from './settlements.queries.ts'
import { importSettlement } from './settlements.service.ts'

export function settlementRoutes(
  mount: Mount,
  { db, filePlace }: { db: NodePgDatabase; filePlace: Semaphore },
): void {
  mount(adminReconciliationApi.importFile, schema.importFile, async (_, context) => {
    const { actor, request, reply, confirmCaller } = context
    try {
      const imported = await filePlace(async () => {
        const file = await readUpload(request)
        await confirmCaller()
        return importSettlement(db, file, actor)
      }, actorKey(actor))
      if ('headers' in imported) return { message: '請選擇檔案的欄位', headers: imported.headers }
      const [data] = await toSettlements(db, [await findSettlement(db, imported.id)])
      return { message: '已匯入對帳檔', ...(data && { data }) }
    } catch (error) {
      // The rest of the body is not read.
      reply.header('Connection', 'close')
      throw error
    }
  })

  mount(adminReconciliationApi.settlements, schema.settlements, async ({ query }) => {
    const { rows, pagination } = await readRequestedPage(query, (place) =>
      listSettlements(db, place),
    )
    return {
      settlements: await toSettlements(db, rows),
      pagination,
      messages: [],
    }
  })

  mount(adminReconciliationApi.settlement, schema.settlement, async ({ params, query }) => {
    const [settlement] = await toSettlements(db, [await findSettlement(db, params.id)])
    if (!settlement) throw new ShopError('SETTLEMENT_NOT_FOUND')
    const of = { id: params.id, result: query.result }
    const { rows, pagination } = await readRequestedPage(query, (place) =>
      listSettlementLines(db, { ...of, ...place }),
    )
    return {
      settlement,
      lines: rows.map(({ position, tradeNo, orderId, amount, ours, fee, day, result }) => ({
        position,
        trade_no: tradeNo,
        ...(orderId && { order_id: orderId }),
        amount,
        ...(ours !== null && { ours }),
        ...(fee !== null && { fee }),
        ...(day && { day }),
        result,
      })),
      pagination,
      messages: [],
    }
  })
}

async function toSettlements(
  db: Db,
  rows: readonly (SettlementRow | undefined)[],
): Promise<Settlement[]> {
  const known = rows.flatMap((row) => row ?? [])
  const sums = await readResultSums(
    db,
    known.map(({ id }) => id),
  )
  return known.map(({ id, fileName, importedAt, firstDay, lastDay }) => {
    const own = sums.filter(({ settlementId }) => settlementId === id)
    const total = (read: (sum: (typeof own)[number]) => number) =>
      own.reduce((all, sum) => all + read(sum), 0)
    const count = (isCounted: (result: string) => boolean) =>
      total((sum) => (isCounted(sum.result) ? sum.count : 0))
    return {
      id,
      file_name: fileName,
      imported_at: toEpochSeconds(importedAt),
      ...(firstDay && { first_day: firstDay }),
      ...(lastDay && { last_day: lastDay }),
      lines: count((result) => result !== 'missing'),
      matched: count((result) => result === 'matched'),
      differences: count((result) => result !== 'matched'),
      sum: total(({ sum }) => sum),
      fees: total(({ fees }) => fees),
      results: own.map(({ result, count, sum }) => ({ result, count, sum })),
    }
  })
}

const maxColumnsText = 2_000

/** The file of a form, and its `columns` as JSON where the owner has chosen them. */
async function readUpload(request: FastifyRequest) {
  const { fields, ...file } = await readFormFile(request, 'SETTLEMENT_UNREADABLE')
  const chosen = fields.get('columns')
  return { ...file, columns: chosen === undefined ? undefined : await readColumns(chosen) }
}

async function readColumns(text: string): Promise<SettlementColumns> {
  // Read when such a file comes: it takes 3 MB.
  const { Value } = await import('typebox/value')
  try {
    const columns: unknown = JSON.parse(text.slice(0, maxColumnsText))
    if (Value.Check(schema.SettlementColumns, columns)) return columns
  } catch {}
  throw new ShopError('INVALID_INPUT', { message: ['columns 格式有誤'] })
}
