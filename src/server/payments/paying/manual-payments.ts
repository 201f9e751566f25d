import { createId } from '../../db/id.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import { setPaymentMethod } from '../../orders/order-state.queries.ts'
import { isRealMoney } from '../payment-provider.ts'
import {
  insertPayment,
  listMoney,
  lockCountingPayment,
  lockOpenTransfer,
  transitionAttempt,
} from '../payments.queries.ts'
import { dropUnneededRefunds } from '../refunds/drop-refunds.ts'
import { readRefundedAmount } from '../refunds/refunds.queries.ts'

/**
 * Records the payment of an order that an administrator marks as paid, and voids it again. An open
 * transfer of the order becomes that payment.
 */
export const recordManualPayments: OrderSubscriber = async (tx, event) => {
  if (event.type === 'order.paid' && event.cause === 'record_payment') {
    // Only a place in a group is placed and has one: its card is authorised.
    if (await lockCountingPayment(tx, event.orderId)) throw new ShopError('ORDER_GROUP_OPEN')
    const transfer = await lockOpenTransfer(tx, event.orderId, { isOfBalance: false })
    if (transfer) {
      await transitionAttempt(tx, transfer, 'captured', { capturedAmount: event.total })
      return setPaymentMethod(tx, event.orderId, transfer.method)
    }
    const id = createId()
    await insertPayment(tx, {
      id,
      orderId: event.orderId,
      amount: event.total,
      provider: 'manual',
      method: 'manual',
      status: 'succeeded',
      reference: id,
    })
  }
  if (event.type === 'order.unpaid') {
    const payment = await lockCountingPayment(tx, event.orderId)
    if (!payment) return
    if (isRealMoney(payment.provider)) throw new ShopError('ORDER_REAL_MONEY')
    if ((await listMoney(tx, event.orderId)).length > 1) {
      throw new ShopError('ORDER_STATE', { message: '此訂單已有補款，無法改為未付款' })
    }
    // A payment recorded again would not know of them, and could be refunded once more.
    if ((await readRefundedAmount(tx, payment.id)) > 0) {
      throw new ShopError('ORDER_STATE', { message: '此訂單已有退款，無法改為未付款' })
    }
    await transitionAttempt(tx, payment, 'voided')
    await dropUnneededRefunds(tx, payment.id)
  }
}
