import { eq, sql } from 'drizzle-orm'
import { orderAdjustments, orders } from '../../db/tables/orders.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import { isInHands } from '../fulfilment/packing.queries.ts'
import { type OrderSubscriber, publishOrderEvent } from '../order-events.ts'
import type { OrderRow } from '../order-wire.ts'
import { recordOrderEvent } from '../orders.queries.ts'
import { feeOfParcel, readParcelGoods } from './parcel-fee.ts'
import { leaveOut, lockMates } from './parcel-mates.queries.ts'

/**
 * Settles what goes in one parcel with an order, in the transaction that packs it: its orders are
 * locked, keep one fee together, and what does not go along any more leaves. Gives the orders as they
 * are then, oldest first. Again, it changes nothing; of an order by itself it only locks.
 */
export async function packParcel(
  tx: Transaction,
  orderId: string,
  { actor, subscribers }: { actor: Actor; subscribers: readonly OrderSubscriber[] },
): Promise<OrderRow[]> {
  const mates = await lockMates(tx, orderId)
  const order = mates.find(({ id }) => id === orderId)
  // One that was sent stays with those that went along.
  if (!order || order.shipsWith === null || !isInHands(order)) return mates
  if (mates.length < 2) {
    // The others of its parcel stay together.
    await tx.update(orders).set({ shipsWith: null }).where(eq(orders.id, orderId))
    return [{ ...order, shipsWith: null }]
  }
  const ids = mates.map(({ id }) => id)
  await leaveOut(tx, order.shipsWith, ids)
  refuseAwaited(mates)
  const { fees, refusal } = feeOfParcel(await readParcelGoods(tx, ids), mates)
  if (refusal !== undefined) {
    const message = `併單的商品無法裝成一個包裹：${refusal}。請先分開寄`
    throw new ShopError('ORDER_STATE', { message })
  }
  const falls = new Map(fees.map(({ id, before, after }) => [id, { before, after }]))
  const packed: OrderRow[] = []
  for (const mate of mates) {
    const { before = 0, after = 0 } = falls.get(mate.id) ?? {}
    packed.push({ ...mate, total: mate.total - (before - after) })
    if (before > after) await lowerFee(tx, mate, { before, after, actor, subscribers })
  }
  return packed
}

function refuseAwaited(mates: readonly OrderRow[]): void {
  const awaited = mates.filter(({ awaitsGoods }) => awaitsGoods).map(({ number }) => number)
  if (awaited.length === 0) return
  const message = `併單的訂單 ${awaited.join('、')} 商品待到貨，請等到貨後一起寄，或先分開寄`
  throw new ShopError('ORDER_STATE', { message })
}

async function lowerFee(
  tx: Transaction,
  { id: orderId, total }: OrderRow,
  {
    before,
    after,
    actor,
    subscribers,
  }: { before: number; after: number; actor: Actor; subscribers: readonly OrderSubscriber[] },
): Promise<void> {
  const isFee = sql`${orderAdjustments.orderId} = ${orderId} and ${orderAdjustments.kind} = 'fee'`
  if (after === 0) await tx.delete(orderAdjustments).where(isFee)
  else {
    const amountHundredths = BigInt(after) * 100n
    await tx.update(orderAdjustments).set({ amountHundredths }).where(isFee)
  }
  const amount = before - after
  await tx
    .update(orders)
    .set({ total: total - amount })
    .where(eq(orders.id, orderId))
  const detail = { before: { total }, after: { total: total - amount } }
  await recordOrderEvent(tx, { orderId, kind: 'changed', actor, detail })
  const event = { type: 'order.fee_lowered', orderId, actor, amount } as const
  await publishOrderEvent(tx, subscribers, event)
}
