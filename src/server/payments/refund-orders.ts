import type { OrderSubscriber } from '../orders/order-events.ts'
import { lockCountingPayment } from './refunds.queries.ts'
import { requestRefund } from './refunds.service.ts'

/** What was paid for a cancelled order goes back, and of a returned one what the staff said. */
export function refundOrders(subscribers: readonly OrderSubscriber[]): OrderSubscriber {
  return async (tx, event) => {
    if (event.type === 'order.cancelled') {
      const { orderId, actor } = event
      const reason = event.reason || (event.cause === 'cancel' ? '顧客取消訂單' : '訂單取消')
      if (!(await lockCountingPayment(tx, orderId))) return
      await requestRefund(tx, { orderId, amount: undefined, reason, actor }, subscribers)
    }
    if (event.type === 'order.returned' && event.refund > 0) {
      const { orderId, actor, refund: amount, reason } = event
      await requestRefund(tx, { orderId, amount, reason, actor }, subscribers)
    }
  }
}
