import { type SQL, sql } from 'drizzle-orm'

/** Whether a capture, a release or a refund of this order is not done yet; for other statements. */
export function hasOpenMoney(orderId: SQL): SQL {
  return sql`(exists (
    select from payments as attempt where attempt.order_id = ${orderId} and attempt.task is not null
  ) or exists (
    select from refunds as refund where refund.order_id = ${orderId} and refund.state not in ('done', 'dropped')
  ))`
}
