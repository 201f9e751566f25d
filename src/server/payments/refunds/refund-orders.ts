import { allocate } from '#contract/allocate.ts'
import { giveBackPart } from '../../credit/order-use.ts'
import type { Transaction } from '../../db/transaction.ts'
import { lockAnyOrder } from '../../orders/back-office/admin-orders.queries.ts'
import type { OrderEvent, OrderSubscriber } from '../../orders/order-events.ts'
import { readSettingGroup } from '../../settings/settings.queries.ts'
import { voidAuthorised } from '../paying/authorisation.jobs.ts'
import { lockCountingPayment } from '../payments.queries.ts'
import {
  type RefundDeps,
  type RefundLine,
  readRefundable,
  requestRefund,
} from './refunds.service.ts'

/** Refunds the payment of a cancelled order, of a returned one what the staff said, and a fee that fell. */
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
    if (event.type === 'order.fee_lowered') {
      const { orderId, actor, amount: fee } = event
      const order = await lockAnyOrder(tx, orderId)
      // One that is not paid yet comes to less.
      const amount = order ? Math.min(fee, await readRefundable(tx, order)) : 0
      if (amount === 0) return
      await requestRefund(tx, deps, {
        orderId,
        amount,
        reason: '併單運費',
        actor,
        isOfChange: true,
      })
    }
    if (event.type === 'order.returned' && event.refund > 0) await refundReturn(tx, deps, event)
  }
}

type ReturnRefund = Omit<Extract<OrderEvent, { type: 'order.returned' }>, 'type' | 'toStock'>

/**
 * Pays back what a return gives, which is more than nothing, and returns the id of the refund: the money
 * goes first and credit that was used makes up the rest, or the other way round, as the settings say.
 */
export async function refundReturn(
  tx: Transaction,
  deps: RefundDeps,
  { orderId, actor, refund, reason, lines = [], to }: ReturnRefund,
): Promise<string | undefined> {
  const order = await lockAnyOrder(tx, orderId)
  const { first } = await readSettingGroup(tx, 'credit')
  const money = order && first === 'money' ? await readRefundable(tx, order) : 0
  const wanted = Math.max(0, refund - money)
  const back = wanted > 0 ? await giveBackPart(tx, { orderId, amount: wanted, actor }) : 0
  const amount = refund - back
  if (amount === 0) return undefined
  return requestRefund(tx, deps, {
    ...{ orderId, amount, reason, actor, to },
    lines: inMoney(lines, back),
  })
}

/** The goods of a refund as far as money pays them back: credit pays for goods, and for no fee. */
function inMoney(lines: readonly RefundLine[], back: number): RefundLine[] {
  const goods = lines.reduce((sum, { amount }) => sum + amount, 0)
  const shares = allocate(
    Math.max(0, goods - back),
    lines.map(({ amount }) => amount),
  )
  return lines.flatMap((line, index) => {
    const amount = shares[index] ?? 0
    return amount > 0 ? [{ ...line, amount }] : []
  })
}
