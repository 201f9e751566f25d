import { type SQL, sql } from 'drizzle-orm'
import { onDeliveryMethod } from '#contract/payments.ts'

/** Whether an order is paid when it is picked up, and has not been: it is sent before it is paid. */
export function paysOnDelivery({
  payment,
  paymentMethod,
}: {
  payment?: 'unpaid' | 'paid'
  paymentMethod?: string | null
}): boolean {
  return payment === 'unpaid' && paymentMethod === onDeliveryMethod
}

/** The same of a row of `orders`; a method that is not there is another one, also where it is negated. */
export const isOnDelivery: SQL<boolean> = sql<boolean>`(orders.payment_state = 'unpaid'
  and coalesce(orders.payment_method = 'on_delivery', false))`

/**
 * The open balance of a row of `orders` in whole NT$, which its parcel has to collect; an amount that
 * was paid back stays paid back.
 */
export const openBalance: SQL<number> = sql<number>`case
  when orders.payment_state = 'unpaid' and orders.refunded_at is null
    and orders.state not in ('cancelled', 'returned') then orders.total else 0 end`
