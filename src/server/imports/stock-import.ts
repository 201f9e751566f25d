import { sql } from 'drizzle-orm'
import { maxOnHand } from '#contract/stock-rules.ts'
import type { Db } from '../db/connect.ts'
import { type ExportedStock, findExportedStock, stockColumns } from '../exports/stock-export.ts'
import { fieldError } from '../input/coerced-values.ts'
import { countUnshipped } from '../orders/fulfilment/unshipped.queries.ts'
import { lockStock } from '../stock/stock.queries.ts'
import {
  belowHeld,
  closeStock,
  countUnheld,
  unheldNotice,
  updateStock,
} from '../stock/stock.service.ts'
import { numberCell, optional, textCell } from './cells.ts'
import type { CheckedLine } from './import-source.ts'
import { defineTableImport, type TableImport } from './table-import.ts'

const maxNote = 200

const table: TableImport<ExportedStock> = {
  permission: 'data.import',
  columns: stockColumns,
  idKey: 'product_id',
  required: ['on_hand'],
  passedOver: ['商品', '已保留', '可售'],
  undoSeconds: 24 * 60 * 60,
  async examples(db) {
    const { rows } = await db.execute<{ id: string; on_hand: number }>(sql`
      select products.id, coalesce(stock.on_hand, 10) as on_hand from products
      left join stock on stock.product_id = products.id
      where products.deleted_at is null order by products.id limit 2`)
    return rows.map((row) => [row.id, row.on_hand, '盤點'])
  },
  cells: {
    // A file does not stop counting a product: an empty cell leaves it as it is.
    on_hand: optional(numberCell({ maximum: maxOnHand }), undefined),
    note: textCell,
  },
  texts: ['note'],
  aside: 'note',
  idOf: ({ id }) => id,
  titleOf: ({ title }) => title,
  find: findExportedStock,
  // Orders hold and release all the time; what is counted is the number of pieces.
  version: ({ id, onHand }) => [id, onHand],
  toInput: (values) => Object.fromEntries(values),
  checkInput({ on_hand: onHand, note = '' }, known) {
    if (String(note).length > maxNote) throw fieldError('note', 'note 長度超過上限')
    const refusal = belowHeld({ held: known?.held ?? 0 }, Number(onHand))
    if (refusal) throw fieldError('on_hand', refusal)
  },
  checkOthers: noticeSoldBefore,
  lock: (tx, id) => lockStock(tx, [id]),
  async change({ tx, actor }, variantId, { on_hand: onHand, note }) {
    if (onHand === null) return void (await closeStock(tx, actor, variantId))
    const cause = { reason: 'imported' as const, note: note ? String(note) : undefined }
    await updateStock(tx, actor, {
      variantId,
      onHand: Number(onHand),
      ...cause,
      expected: undefined,
    })
  },
  before: ({ onHand }) => ({ on_hand: onHand }),
}

/** The first number of a product does not count what was sold before it. */
async function noticeSoldBefore(db: Db, lines: readonly CheckedLine[]): Promise<void> {
  const firsts = lines.flatMap(({ subjectId, changes }) => {
    const change = changes.find(({ column, before }) => column === '庫存' && before === '')
    return subjectId !== null && change ? [{ subjectId, change }] : []
  })
  const ids = firsts.map(({ subjectId }) => subjectId)
  const unheld = await countUnheld(db, ids, countUnshipped)
  for (const { subjectId, change } of firsts) {
    const pieces = unheld.get(subjectId)
    if (pieces !== undefined) change.notice = unheldNotice(pieces)
  }
}

export const stockImport = defineTableImport(table)
