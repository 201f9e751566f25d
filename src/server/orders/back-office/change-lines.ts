import { and, eq, inArray } from 'drizzle-orm'
import { creditKinds } from '#contract/credit-kinds.ts'
import { type PricedCart, withCredit } from '../../cart/pricing.ts'
import { setDiscount } from '../../coupons/coupon-uses.queries.ts'
import { keepUse } from '../../credit/keep-use.ts'
import type { CreditAmounts } from '../../credit/ledger.ts'
import { followAdjustments } from '../../credit/order-use.ts'
import type { Db } from '../../db/connect.ts'
import { orderAdjustments, orderLines, orders } from '../../db/tables/orders.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import { readSettingGroup } from '../../settings/settings.queries.ts'
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

/** Credit and points that an order uses, by its own record; in whole NT$. */
export async function readUse(db: Db, orderId: string): Promise<CreditAmounts> {
  const { kind, amountHundredths, orderId: of } = orderAdjustments
  const rows = await db
    .select({ kind, amountHundredths })
    .from(orderAdjustments)
    .where(and(eq(of, orderId), inArray(kind, ['credit', 'points'])))
  const use = { credit: 0, points: 0 }
  for (const row of rows) {
    if (row.kind === 'credit' || row.kind === 'points') {
      use[row.kind] -= Number(row.amountHundredths) / 100
    }
  }
  return use
}

/** Puts what an order uses in the place of what it used less of since; its price is the caller's. */
export async function writeUse(
  tx: Transaction,
  orderId: string,
  use: CreditAmounts,
): Promise<void> {
  for (const kind of creditKinds) {
    await tx
      .update(orderAdjustments)
      .set({ amountHundredths: -BigInt(use[kind]) * 100n })
      .where(and(eq(orderAdjustments.orderId, orderId), eq(orderAdjustments.kind, kind)))
  }
}

/** The new price of an order with its fee, less what it goes on using of credit and points. */
export async function withKeptUse(
  db: Db,
  priced: PricedCart,
  order: { id: string; total: number; isPaid: boolean; feeBefore: number; fee: number },
): Promise<PricedCart> {
  const used = await readUse(db, order.id)
  if (used.credit + used.points === 0) return priced
  const { total: totalBefore, feeBefore, fee, isPaid } = order
  const goodsBefore = totalBefore - feeBefore + used.credit + used.points
  const goodsAfter = priced.payable - fee
  const repriced = { goodsBefore, goodsAfter, fee, isPaid, totalBefore }
  return withCredit(priced, keepUse(used, repriced, await readSettingGroup(db, 'credit')))
}

/** Writes lines and price of a locked order in the place of those of before. */
export async function writeOrderLines(
  tx: Transaction,
  orderId: string,
  {
    lines,
    priced,
    actor,
  }: { lines: Parameters<typeof insertOrderLines>[2]; priced: PricedCart; actor: Actor },
): Promise<void> {
  const total = priced.payable
  if (total > maxOrderTotal) throw new ShopError('ORDER_TOTAL_LIMIT')
  await tx.delete(orderLines).where(eq(orderLines.orderId, orderId))
  const before = await tx
    .delete(orderAdjustments)
    .where(eq(orderAdjustments.orderId, orderId))
    .returning({ kind: orderAdjustments.kind })
  await insertOrderLines(tx, orderId, lines, priced.adjustments)
  await tx.update(orders).set({ total }).where(eq(orders.id, orderId))
  await writeOrderTerms(tx, [orderId])
  if (before.some(({ kind }) => kind === 'credit' || kind === 'points')) {
    await followAdjustments(tx, [orderId], actor)
  }
}

/** Writes other lines into a locked order that is not paid; its stock is the caller's. */
export async function replaceOrderLines(
  tx: Transaction,
  order: { id: string; total: number },
  draft: Pick<OrderDraft, 'actor' | 'lines' | 'priced' | 'coupon'>,
): Promise<void> {
  const { actor, priced, coupon } = draft
  const total = priced.payable
  await writeOrderLines(tx, order.id, { lines: orderLinesOf(draft), priced, actor })
  if (coupon) await setDiscount(tx, order.id, couponDiscount(priced))
  const detail = { before: { total: order.total }, after: { total } }
  await recordOrderEvent(tx, { orderId: order.id, kind: 'changed', actor, detail })
}
