import { lockAnyOrder } from '../../orders/back-office/admin-orders.queries.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import { voidAuthorised } from '../paying/authorisation.jobs.ts'
import { lockCountingPayment } from '../payments.queries.ts'
import { type RefundDeps, requestRefund } from './refunds.service.ts'

/** Refunds the payment of a cancelled order, and of a returned one what the staff said. */
export function refundOrders(deps: RefundDeps): OrderSubscriber {
  return async (tx, event) => {
    if (event.type === 'order.cancelled') {
      const { orderId, actor } = event
      const reason = event.reason || (event.cause === 'cancel' ? '顧客取消訂單' : '訂單取消')
      const payment = await lockCountingPayment(tx, orderId)
      if (!payment) return
      const isReserved =
        payment.status === 'authorised' &&
        (await lockAnyOrder(tx, orderId))?.chargeKind === 'authorise'
      if (isReserved) return voidAuthorised(tx, deps.jobs, payment)
      await requestRefund(tx, deps, { orderId, amount: undefined, reason, actor })
    }
    if (event.type === 'order.returned' && event.refund > 0) {
      const { orderId, actor, refund: amount, reason } = event
      await requestRefund(tx, deps, { orderId, amount, reason, actor })
    }
  }
}
