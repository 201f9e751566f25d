import { asc, eq, inArray, sql } from 'drizzle-orm'
import { orderEvents, orders } from '../../db/tables/orders.ts'
import type { Transaction } from '../../db/transaction.ts'
import { type Actor, actorKey } from '../../http/actor.ts'
import { type OrderSubscriber, publishOrderEvent } from '../order-events.ts'
import type { OrderRow } from '../order-wire.ts'
import { orderRow } from '../orders.queries.ts'

/** Locks these orders, archived ones too, in the order of their ids until the end of the transaction. */
export function lockOrders(tx: Transaction, ids: readonly string[]): Promise<OrderRow[]> {
  return tx
    .select(orderRow)
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(asc(orders.id))
    .for('update')
}

/** From now on this locked order is paid like every other one, at least until this instant. */
export async function setPayable(tx: Transaction, id: string, until: Date): Promise<void> {
  const expiresAt = sql`greatest(${orders.expiresAt}, ${until.toISOString()}::timestamptz)`
  await tx
    .update(orders)
    .set({ isPayable: true, chargeKind: 'charge', expiresAt })
    .where(eq(orders.id, id))
}

/** The card of this locked order is authorised: the shopper has nothing to pay, and no deadline. */
export async function endPayable(tx: Transaction, id: string): Promise<void> {
  await tx.update(orders).set({ isPayable: false, expiresAt: null }).where(eq(orders.id, id))
}

/** Ends the time of an unpaid order now, and never later than it was; one without a time has none. */
export async function endExpiry(tx: Transaction, id: string): Promise<void> {
  const { expiresAt, state } = orders
  await tx
    .update(orders)
    .set({ expiresAt: sql`shop_now()` })
    .where(sql`${orders.id} = ${id} and ${state} = 'placed' and ${expiresAt} > shop_now()`)
}

/**
 * Cancels unpaid orders whose rows are locked, in few statements: as `expire` does each of them.
 * Whoever calls it informs the shoppers.
 */
export async function cancelOrders(
  tx: Transaction,
  locked: readonly Pick<OrderRow, 'id' | 'state'>[],
  { actor, reason }: { actor: Actor; reason: string },
  subscribers: readonly OrderSubscriber[],
): Promise<void> {
  if (locked.length === 0) return
  const other = locked.find(({ state }) => state !== 'placed')
  if (other) throw new Error(`the order ${other.id} is ${other.state}`)
  const orderIds = locked.map(({ id }) => id)
  const detail = { reason, before: { state: 'placed' }, after: { state: 'cancelled' } }
  const events = orderIds.map((orderId) => {
    return { orderId, kind: 'cancelled' as const, actor: actorKey(actor), detail }
  })
  await Promise.all([
    tx
      .update(orders)
      .set({ state: 'cancelled', stateSince: sql`now()`, cancelReason: reason })
      .where(inArray(orders.id, orderIds)),
    tx.insert(orderEvents).values(events),
  ])
  await publishOrderEvent(tx, subscribers, { type: 'orders.cancelled', orderIds, actor, reason })
}
