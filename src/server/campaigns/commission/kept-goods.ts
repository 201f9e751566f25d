import { sql } from 'drizzle-orm'

/**
 * The goods of `orders` that the shop keeps, in whole NT$, as an expression of a statement: a refund
 * takes the fees first, and counts once its money is back.
 */
export const keptGoods = sql`greatest(0, least(
  orders.total - coalesce((select ceil(sum(fee.amount_hundredths) / 100) from order_adjustments as fee
    where fee.order_id = orders.id and fee.kind = 'fee'), 0),
  orders.total - coalesce((select sum(refund.amount) from refunds as refund
    join payments as payment on payment.id = refund.payment_id
    where refund.order_id = orders.id and refund.state = 'done'
      and not refund.is_of_capture and not refund.is_of_change and payment.counts), 0)))`
