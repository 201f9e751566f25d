import { daysToFetch, daysToRefund } from '#contract/return-states.ts'
import { mailOwners } from './admin/tell-owners.ts'
import { followMoney } from './campaigns/join/follow-money.ts'
import { followOrders } from './campaigns/join/follow-orders.ts'
import { shareFreedPieces } from './campaigns/storefront/share-pieces.ts'
import { returnUses } from './coupons/coupon-uses.queries.ts'
import { earnPoints, takeBackPoints } from './credit/earn.ts'
import { giveBackOfRefunded, giveBackOfUnpaid, giveBackUses } from './credit/order-use.ts'
import { followContacts } from './customers/follow-orders.ts'
import { afterCommit } from './db/transaction.ts'
import type { Invoices } from './invoices/account/create-invoices.ts'
import { followOrdersWithInvoices } from './invoices/follow-orders.ts'
import { tellByLine } from './line-chat/order-news.ts'
import { canMail } from './mail/mail-server.ts'
import { orderEvents } from './metrics/metrics.ts'
import { findOrder } from './orders/back-office/admin-orders.queries.ts'
import { moveStock } from './orders/fulfilment/move-stock.ts'
import { completeDeliveredOrders } from './orders/life/complete-orders.ts'
import { plainLines } from './orders/mails/order-mail-content.ts'
import { mailShoppers, type OrderMailDeps } from './orders/mails/order-mails.ts'
import { type OrderSubscriber, piecesText } from './orders/order-events.ts'
import { expireUnpaidOrders } from './payments/news/order-expiry.jobs.ts'
import { recordManualPayments } from './payments/paying/manual-payments.ts'
import type { PaymentProviders } from './payments/payment-providers.ts'
import { refundOrders } from './payments/refunds/refund-orders.ts'
import { tellByPush } from './push/order-news.ts'
import { tellWebhooks } from './webhooks/order-events.ts'

const countOrderEvents: OrderSubscriber = async (tx, event) => {
  const n = 'orderIds' in event ? event.orderIds.length : 1
  const name = event.type.slice(event.type.indexOf('.') + 1)
  afterCommit(tx, () => orderEvents.inc({ event: name }, n))
}

/** Subscribers in the transaction of an order's event, in this order. */
export function createOrderSubscribers(
  deps: OrderMailDeps & { providers: PaymentProviders; invoices: Pick<Invoices, 'current'> },
): readonly OrderSubscriber[] {
  const { jobs, providers } = deps
  const subscribers: OrderSubscriber[] = []
  subscribers.push(
    countOrderEvents,
    // Before what follows from the event: a receiver hears of a cancellation, then of its refund.
    tellWebhooks(jobs),
    followContacts,
    returnCoupons,
    shareFreedPieces(jobs),
    recordManualPayments,
    refundOrders({ jobs, providers, subscribers }),
    // After it: of a return it gives back as much as the staff say.
    returnCredit,
    // After it: what is refunded has earned nothing.
    followPoints,
    // Accounts are locked before stock.
    moveStock,
    followMoney(deps),
    completeDeliveredOrders(jobs),
    expireUnpaidOrders(jobs, providers),
    followOrdersWithInvoices(deps),
    // After it: the mail of a placed order names the end of its time.
    mailShoppers(deps),
    tellByLine(deps),
    tellByPush(deps),
    tellOwnersOfMessages(deps),
    tellOwnersOfReturns(deps),
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

/** So does what it has used of credit and points, also when its money is back before it is sent. */
const returnCredit: OrderSubscriber = async (tx, event) => {
  if (event.type === 'order.cancelled') await giveBackUses(tx, [event.orderId], event.actor)
  if (event.type === 'orders.cancelled') await giveBackUses(tx, event.orderIds, event.actor)
  if (event.type === 'order.refunded') await giveBackOfRefunded(tx, event.orderId, event.actor)
  if (event.type === 'order.returned') await giveBackOfUnpaid(tx, event.orderId, event.actor)
}

const followPoints: OrderSubscriber = async (tx, event) => {
  if (event.type === 'order.completed') await earnPoints(tx, event.orderId)
  if (event.type === 'order.refunded' || event.type === 'order.returned') {
    await takeBackPoints(tx, event.orderId)
  }
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

/** By mail, since the law gives the shop 15 days: what the staff opens it knows of. */
function tellOwnersOfReturns({ config, jobs, settings }: OrderMailDeps): OrderSubscriber {
  return async (tx, event) => {
    if (event.type !== 'order.return_news' || event.news.state !== 'asked') return
    if (!canMail(config, settings)) return
    const number = (await findOrder(tx, event.orderId))?.order.number ?? ''
    await mailOwners(tx, config, jobs, {
      kind: 'order_return',
      subject: `訂單 ${number} 申請退貨`,
      lines: [
        `顧客申請退回訂單 ${number} 的商品：`,
        piecesText(event.news.pieces),
        `請在 ${daysToFetch} 天內取回商品，收到後 ${daysToRefund} 天內退款。`,
      ],
      page: { label: '查看退貨', path: `/backend/return/${event.news.caseId}` },
      closing: '請在後台回覆，直接回信不會送到顧客手上。',
    })
  }
}
