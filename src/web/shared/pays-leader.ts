import type { Order } from '#contract/orders.ts'
import { leaderAheadMethod, leaderMethod } from '#contract/payments.ts'
import { paysOnDelivery } from './pays-on-delivery.ts'

/** An unpaid place whose participant pays the leader of the group. */
export function paysLeader({
  state,
  is_paid,
  payment_method,
}: Pick<Order, 'state' | 'is_paid' | 'payment_method'>): boolean {
  const hasEnded = state === 'cancelled' || state === 'returned'
  const isToLeader = payment_method === leaderMethod || payment_method === leaderAheadMethod
  return !is_paid && isToLeader && !hasEnded
}

/** The shop sends it before it has its money. */
export function isSentUnpaid(order: Parameters<typeof paysLeader>[0]): boolean {
  const isAhead = paysLeader(order) && order.payment_method === leaderAheadMethod
  return isAhead || paysOnDelivery(order)
}
