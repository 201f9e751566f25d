import { mailOwners } from './admin/tell-owners.ts'
import { followMoney } from './campaigns/join/follow-money.ts'
import { followOrders } from './campaigns/join/follow-orders.ts'
import { shareFreedPieces } from './campaigns/storefront/share-pieces.ts'
import { returnUses } from './coupons/coupon-uses.queries.ts'
import { followContacts } from './customers/follow-orders.ts'
import { afterCommit } from './db/transaction.ts'
import { canMail } from './mail/mail-server.ts'
import { tellByLine } from './line-chat/order-news.ts'
import { orderEvents } from './metrics/metrics.ts'
import { findOrder } from './orders/back-office/admin-orders.queries.ts'
import { moveStock } from './orders/fulfilment/move-stock.ts'
import { completeDeliveredOrders } from './orders/life/complete-orders.ts'
import { plainLines } from './orders/mails/order-mail-content.ts'
import { mailShoppers, type OrderMailDeps } from './orders/mails/order-mails.ts'
import type { OrderSubscriber } from './orders/order-events.ts'
import { expireUnpaidOrders } from './payments/news/order-expiry.jobs.ts'
import { recordManualPayments } from './payments/paying/manual-payments.ts'
import type { PaymentProviders } from './payments/payment-providers.ts'
import { refundOrders } from './payments/refunds/refund-orders.ts'

const countOrderEvents: OrderSubscriber = async (tx, event) => {
  const n = 'orderIds' in event ? event.orderIds.length : 1
  const name = event.type.slice(event.type.indexOf('.') + 1)
  afterCommit(tx, () => orderEvents.inc({ event: name }, n))
}

/** Subscribers in the transaction of an order's event, in this order. */
export function createOrderSubscribers(
  deps: OrderMailDeps & { providers: PaymentProviders },
): readonly OrderSubscriber[] {
  const { jobs, providers } = deps
  const subscribers: OrderSubscriber[] = []
  subscribers.push(
    countOrderEvents,
    followContacts,
    returnCoupons,
    shareFreedPieces(jobs),
    moveStock,
    recordManualPayments,
    refundOrders({ jobs, providers, subscribers }),
    followMoney(deps),
    completeDeliveredOrders(jobs),
    expireUnpaidOrders(jobs, providers),
    // After it: the mail of a placed order names the end of its time.
    mailShoppers(deps),
    tellByLine(deps),
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

/** By mail, of the first message that waits: the list of orders shows those that follow. */
function tellOwnersOfMessages({ config, jobs, settings }: OrderMailDeps): OrderSubscriber {
  return async (tx, event) => {
    if (event.type !== 'order.asked' || !event.isFirst || !canMail(config, settings)) return
    const number = (await findOrder(tx, event.orderId))?.order.number ?? ''
    await mailOwners(tx, config, jobs, {
      kind: 'order_message',
      subject: `訂單 ${number} 有新的留言`,
      lines: [`顧客對訂單 ${number} 留言：`, ...plainLines(event.text)],
      page: { label: '查看並回覆', path: `/backend/order/${event.orderId}` },
      closing: '請在後台回覆，直接回信不會送到顧客手上。',
    })
  }
}
