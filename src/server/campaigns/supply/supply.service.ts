import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { recordAudit } from '../../audit/audit.ts'
import type { SupplierOrderLine } from '../../db/tables/settlements.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { actorKey, type StaffActor } from '../../http/actor.ts'
import { type IdempotentRequest, withIdempotency } from '../../http/idempotency.ts'
import { ShopError } from '../../http/shop-error.ts'
import { fieldError } from '../../input/coerced-values.ts'
import { receiveStock } from '../../stock/receive-stock.ts'
import { campaignSubject, lockKnown, readLocked } from '../back-office/campaign-edit.service.ts'
import { shareReceipt, takeBackReceipt } from '../storefront/share-pieces.ts'
import { soldOf } from '../tiers.ts'
import { judgeAwaitedGoods } from './awaited-goods.ts'
import { readPieces } from './settlement.queries.ts'
import { countReceived, insertReceipt, insertSupplierOrder } from './supply.queries.ts'

interface Call {
  db: NodePgDatabase
  actor: StaffActor
  intended: IdempotentRequest | undefined
}

export interface NewSupplierOrder {
  n: number
  lines: SupplierOrderLine[]
}

/** Freezes what confirmed orders need and no earlier order to the supplier has. */
export function orderFromSupplier(
  { db, actor, intended }: Call,
  id: string,
): Promise<NewSupplierOrder> {
  return transaction(db, (tx) =>
    withIdempotency(tx, intended, async () => {
      const { campaign } = await lockKnown(tx, id)
      const { products } = await readLocked(tx, id)
      const sold = soldOf({ products })
      const lines = (await readPieces(tx, id)).flatMap(({ sold_id, confirmed, ordered }) => {
        const { productId, variantId, variantTitle, title } = sold.get(sold_id) ?? {
          productId: sold_id,
          title: '',
        }
        if (confirmed <= ordered) return []
        const of = { ...(variantId && { variantId }), ...(variantTitle && { variantTitle }) }
        return [{ productId, ...of, title, qty: confirmed - ordered }]
      })
      if (lines.length === 0) throw new ShopError('SUPPLIER_ORDER_EMPTY')
      const n = await insertSupplierOrder(tx, { campaignId: id, lines, by: actorKey(actor) })
      const subject = campaignSubject(campaign)
      const after = { n, lines }
      await recordAudit(tx, actor, { action: 'campaign.supplier_order', subject, after })
      return { n, lines }
    }),
  )
}

export interface ReceivedPieces {
  productId: string
  variantId: string
  /** Usable ones; negative to take a mistake back. */
  qty: number
  /** Those that came beside them and cannot be given out; they never reach the stock. */
  damaged?: number
  note: string
}

/** Books one line of what came in, once for each `Idempotency-Key`. */
export async function bookReceipt(
  { db, actor, intended }: Call,
  { id, ...received }: ReceivedPieces & { id: string },
): Promise<void> {
  if (received.qty === 0) throw fieldError('qty', '請填寫數量')
  await transaction(db, (tx) =>
    withIdempotency(tx, intended, async () => {
      await bookPieces(tx, actor, id, [received])
      return {}
    }),
  )
}

/**
 * Books what came in from the supplier. Of a counted product it is held for the orders of the
 * campaign that lack it: the paid ones first, then those that wait to be paid, the oldest first.
 * Pieces shipped already leave the stock again. The campaign is locked by it.
 */
export async function bookPieces(
  tx: Transaction,
  actor: StaffActor,
  id: string,
  received: readonly ReceivedPieces[],
): Promise<void> {
  const { campaign } = await lockKnown(tx, id)
  if (campaign.supply !== 'order') {
    throw fieldError('product_id', '此團購使用現有庫存，請在庫存列表登記')
  }
  const { products } = await readLocked(tx, id)
  const sold = soldOf({ products })
  const by = actorKey(actor)
  // In the order of the ids, in which stock is locked.
  for (const pieces of received.toSorted((a, b) => (a.variantId < b.variantId ? -1 : 1))) {
    const { productId, variantId, qty, damaged = 0, note } = pieces
    if (!sold.has(variantId)) {
      const isOther = products.some((known) => known.productId === productId)
      throw fieldError('product_id', isOther ? '這個規格不在此團購中' : '這項商品不在此團購中')
    }
    if ((await countReceived(tx, id, variantId)) + qty < 0) {
      throw fieldError('qty', '沖銷的數量不可超過已到貨的數量')
    }
    if (qty !== 0) {
      const of = { campaignId: id, variantId, qty: Math.abs(qty) }
      const shares = await (qty > 0 ? shareReceipt(tx, of) : takeBackReceipt(tx, of))
      await receiveStock(tx, actor, { variantId, qty, note, ...shares })
    }
    await insertReceipt(tx, { campaignId: id, variantId, qty, damaged, note, by })
    const subject = campaignSubject(campaign)
    const after = { productId: variantId, qty, ...(damaged && { damaged }), ...(note && { note }) }
    await recordAudit(tx, actor, { action: 'campaign.receipt', subject, after })
  }
  await judgeAwaitedGoods(tx, id)
}
