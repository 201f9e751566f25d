import { eq } from 'drizzle-orm'
import type { PricedCart } from '../../cart/pricing.ts'
import { setDiscount } from '../../coupons/coupon-uses.queries.ts'
import type { Db } from '../../db/connect.ts'
import { orderAdjustments, orderLines, orders } from '../../db/tables/orders.ts'
import type { Transaction } from '../../db/transaction.ts'
import { ShopError } from '../../http/shop-error.ts'
import { writeOrderTerms } from '../order-terms.ts'
import { insertOrderLines, recordOrderEvent } from '../orders.queries.ts'
import {
  couponDiscount,
  maxOrderTotal,
  type OrderDraft,
  orderLinesOf,
} from '../placing/create-order.ts'

/** As it was sold. */
export type LineRow = typeof orderLines.$inferSelect

/** The lines of an order, oldest first. */
export function readOrderLines(db: Db, orderId: string): Promise<LineRow[]> {
  return db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(orderLines.id)
}

/** Writes lines and price of a locked order in the place of those of before. */
export async function writeOrderLines(
  tx: Transaction,
  orderId: string,
  { lines, priced }: { lines: Parameters<typeof insertOrderLines>[2]; priced: PricedCart },
): Promise<void> {
  const total = priced.payable
  if (total > maxOrderTotal) throw new ShopError('ORDER_TOTAL_LIMIT')
  await tx.delete(orderLines).where(eq(orderLines.orderId, orderId))
  await tx.delete(orderAdjustments).where(eq(orderAdjustments.orderId, orderId))
  await insertOrderLines(tx, orderId, lines, priced.adjustments)
  await tx.update(orders).set({ total }).where(eq(orders.id, orderId))
  await writeOrderTerms(tx, [orderId])
}

/** Writes other lines into a locked order that is not paid; its stock is the caller's. */
export async function replaceOrderLines(
  tx: Transaction,
  order: { id: string; total: number },
  draft: Pick<OrderDraft, 'actor' | 'lines' | 'priced' | 'coupon'>,
): Promise<void> {
  const { actor, priced, coupon } = draft
  const total = priced.payable
  await writeOrderLines(tx, order.id, { lines: orderLinesOf(draft), priced })
  if (coupon) await setDiscount(tx, order.id, couponDiscount(priced))
  const detail = { before: { total: order.total }, after: { total } }
  await recordOrderEvent(tx, { orderId: order.id, kind: 'changed', actor, detail })
}
