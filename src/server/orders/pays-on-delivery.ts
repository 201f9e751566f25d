import { type SQL, sql } from 'drizzle-orm'
import { leaderAheadMethod, leaderMethod, onDeliveryMethod } from '#contract/payments.ts'

interface Paying {
  payment?: 'unpaid' | 'paid'
  paymentMethod?: string | null
}

/** Whether an order is paid when it is picked up, and has not been: it is sent before it is paid. */
export function paysOnDelivery({ payment, paymentMethod }: Paying): boolean {
  return payment === 'unpaid' && paymentMethod === onDeliveryMethod
}

/** Whether an order waits for money that the leader of its group hands over. */
export function owesLeader({ payment, paymentMethod }: Paying): boolean {
  return (
    payment === 'unpaid' && (paymentMethod === leaderMethod || paymentMethod === leaderAheadMethod)
  )
}

/** Whether an unpaid order is worked on and sent all the same. */
export function isSentUnpaid(order: Paying): boolean {
  return (
    paysOnDelivery(order) ||
    (order.payment === 'unpaid' && order.paymentMethod === leaderAheadMethod)
  )
}

/** `isSentUnpaid` of a row of `orders`; a method that is not there is another one, also where it is negated. */
export const isSentUnpaidRow: SQL<boolean> = sql<boolean>`(orders.payment_state = 'unpaid'
  and coalesce(orders.payment_method in ('on_delivery', 'to_leader_ahead'), false))`

/** Sent unpaid and not begun: each part has an index. */
export const isUnpaidToSend: SQL<boolean> = sql<boolean>`(orders.state = 'placed' and orders.payment_method = 'on_delivery'
  or orders.state = 'placed' and orders.payment_method = 'to_leader_ahead')`

/** `owesLeader` of a row of `orders`; one that came back unpaid is not paid any more. */
export const isOwedToLeader: SQL<boolean> = sql<boolean>`(orders.payment_state = 'unpaid'
  and orders.state not in ('cancelled', 'returned')
  and coalesce(orders.payment_method in ('to_leader', 'to_leader_ahead'), false))`

/**
 * The open balance of a row of `orders` in whole NT$, which its parcel has to collect; an amount that
 * was paid back stays paid back, and what is owed to a leader is collected by the leader.
 */
export const openBalance: SQL<number> = sql<number>`case
  when orders.payment_state = 'unpaid' and orders.refunded_at is null and not ${isOwedToLeader}
    and orders.state not in ('cancelled', 'returned') then orders.total else 0 end`
