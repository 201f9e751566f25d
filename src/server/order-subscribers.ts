import { completeDeliveredOrders } from './orders/complete-orders.ts'
import { moveStock } from './orders/move-stock.ts'
import type { OrderSubscriber } from './orders/order-events.ts'
import { mailShoppers, type OrderMailDeps } from './orders/order-mails.ts'
import { returnCoupons } from './orders/return-coupons.ts'
import { recordManualPayments } from './payments/manual-payments.ts'
import { refundOrders } from './payments/refund-orders.ts'

/** What happens in the transaction of an order's event, in this order. */
export function createOrderSubscribers(deps: OrderMailDeps): readonly OrderSubscriber[] {
  const subscribers: OrderSubscriber[] = []
  subscribers.push(
    returnCoupons,
    moveStock,
    recordManualPayments,
    refundOrders(subscribers),
    completeDeliveredOrders(deps.jobs),
    mailShoppers(deps),
  )
  return subscribers
}
