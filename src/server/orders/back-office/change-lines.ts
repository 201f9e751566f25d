import { eq } from 'drizzle-orm'
import { setDiscount } from '../../coupons/coupon-uses.queries.ts'
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

/** Writes other lines into a locked order that is not paid; its stock is the caller's. */
export async function replaceOrderLines(
  tx: Transaction,
  order: { id: string; total: number },
  draft: Pick<OrderDraft, 'actor' | 'lines' | 'priced' | 'coupon'>,
): Promise<void> {
  const { actor, priced, coupon } = draft
  const total = priced.payable
  if (total > maxOrderTotal) throw new ShopError('ORDER_TOTAL_LIMIT')
  await tx.delete(orderLines).where(eq(orderLines.orderId, order.id))
  await tx.delete(orderAdjustments).where(eq(orderAdjustments.orderId, order.id))
  await insertOrderLines(tx, order.id, orderLinesOf(draft), priced.adjustments)
  await tx.update(orders).set({ total }).where(eq(orders.id, order.id))
  await writeOrderTerms(tx, [order.id])
  if (coupon) await setDiscount(tx, order.id, couponDiscount(priced))
  const detail = { before: { total: order.total }, after: { total } }
  await recordOrderEvent(tx, { orderId: order.id, kind: 'changed', actor, detail })
}
