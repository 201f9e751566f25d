import { followMoney } from './campaigns/join/follow-money.ts'
import { followOrders } from './campaigns/join/follow-orders.ts'
import { shareFreedPieces } from './campaigns/storefront/share-pieces.ts'
import { returnUses } from './coupons/coupon-uses.queries.ts'
import { followContacts } from './customers/follow-orders.ts'
import { afterCommit } from './db/transaction.ts'
import { orderEvents } from './metrics/metrics.ts'
import { moveStock } from './orders/fulfilment/move-stock.ts'
import { completeDeliveredOrders } from './orders/life/complete-orders.ts'
import { mailShoppers, type OrderMailDeps } from './orders/mails/order-mails.ts'
import { tellOwnersOfMessages } from './orders/mails/tell-owners.ts'
import type { OrderSubscriber } from './orders/order-events.ts'
import { expireUnpaidOrders } from './payments/news/order-expiry.jobs.ts'
import { recordManualPayments } from './payments/paying/manual-payments.ts'
import type { PaymentProvider } from './payments/payment-provider.ts'
import { refundOrders } from './payments/refunds/refund-orders.ts'

const countOrderEvents: OrderSubscriber = async (tx, event) => {
  const n = 'orderIds' in event ? event.orderIds.length : 1
  const name = event.type.slice(event.type.indexOf('.') + 1)
  afterCommit(tx, () => orderEvents.inc({ event: name }, n))
}

/** Subscribers in the transaction of an order's event, in this order. */
export function createOrderSubscribers(
  deps: OrderMailDeps & { provider: PaymentProvider },
): readonly OrderSubscriber[] {
  const { jobs, provider } = deps
  const subscribers: OrderSubscriber[] = []
  subscribers.push(
    countOrderEvents,
    followContacts,
    returnCoupons,
    shareFreedPieces(jobs),
    moveStock,
    recordManualPayments,
    refundOrders({ jobs, provider, subscribers }),
    followMoney(deps),
    completeDeliveredOrders(jobs),
    expireUnpaidOrders(jobs, provider),
    // After it: the mail of a placed order names the end of its time.
    mailShoppers(deps),
    tellOwnersOfMessages(deps),
    // Last: it locks the group, for which those who join wait.
    followOrders(deps),
  )
  return subscribers
}

/** The use of its coupon comes back with a cancelled order, and with no other. */
const returnCoupons: OrderSubscriber = async (tx, event) => {
  if (event.type === 'order.cancelled') await returnUses(tx, [event.orderId])
  if (event.type === 'orders.cancelled') await returnUses(tx, event.orderIds)
}
