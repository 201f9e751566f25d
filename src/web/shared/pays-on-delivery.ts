import type { Order } from '#contract/orders.ts'
import { onDeliveryMethod } from '#contract/payments.ts'

/** 取貨付款 was chosen, and the parcel is not picked up yet. */
export function paysOnDelivery({
  state,
  is_paid,
  payment_method,
}: Pick<Order, 'state' | 'is_paid' | 'payment_method'>): boolean {
  const hasEnded = state === 'cancelled' || state === 'returned'
  return !is_paid && payment_method === onDeliveryMethod && !hasEnded
}
