import { returnUses } from '../coupons/coupon-uses.queries.ts'
import type { OrderSubscriber } from './order-events.ts'

/** The use of its coupon comes back with a cancelled order, and with no other. */
export const returnCoupons: OrderSubscriber = async (tx, event) => {
  if (event.type === 'order.cancelled') await returnUses(tx, [event.orderId])
  if (event.type === 'orders.cancelled') await returnUses(tx, event.orderIds)
}
