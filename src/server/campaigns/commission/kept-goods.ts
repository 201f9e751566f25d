import { sql } from 'drizzle-orm'

/** Refunds of the price of an order that are back. */
const isBack = sql`refund.order_id = orders.id and refund.state = 'done'
  and not refund.is_of_capture and not refund.is_of_change and payment.counts`

/**
 * The goods of `orders` that the shop keeps, in whole NT$, as an expression of a statement: a refund that
 * names goods takes them off, any other the fees first; each counts once its money is back.
 */
export const keptGoods = sql`greatest(0, least(
  orders.total - coalesce((select ceil(sum(fee.amount_hundredths) / 100) from order_adjustments as fee
    where fee.order_id = orders.id and fee.kind = 'fee'), 0)
  - coalesce((select sum(goods.amount) from refund_lines as goods
    join refunds as refund on refund.id = goods.refund_id
    join payments as payment on payment.id = refund.payment_id where ${isBack}), 0),
  orders.total - coalesce((select sum(refund.amount) from refunds as refund
    join payments as payment on payment.id = refund.payment_id where ${isBack}), 0)))`
