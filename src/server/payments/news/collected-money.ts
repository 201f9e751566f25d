import { formatMoney } from '#contract/money.ts'
import { onDeliveryMethod } from '#contract/payments.ts'
import { createId } from '../../db/id.ts'
import type { Transaction } from '../../db/transaction.ts'
import { transitionOrder } from '../../orders/order-state.queries.ts'
import type { OrderRow } from '../../orders/order-wire.ts'
import { recordOrderEvent } from '../../orders/orders.queries.ts'
import { paysOnDelivery } from '../../orders/pays-on-delivery.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { insertCollected, lockCountingPayment } from '../payments.queries.ts'
import { refundPayment } from '../refunds/refunds.service.ts'
import { reasonOfReturn, waitsForMoney } from './apply-news.ts'

/** Money that a store has collected for a parcel. */
export interface CollectedMoney {
  shipmentId: string
  /** Of logistics, and its account. */
  provider: string
  merchant: string
  /** Our number of the parcel, unique for ever. */
  tradeNo: string
  providerId: string | null
  /** In whole NT$. */
  amount: number
}

const system = { kind: 'system' } as const

/** In the books, the money of logistics is apart from that of a payment gateway of the same house. */
function collectingProvider(provider: string): string {
  return `${provider}logistics`
}

type CollectedDeps = Pick<PaymentDeps, 'jobs' | 'providers' | 'subscribers'>

/**
 * Records what a store has collected for a parcel of these locked orders, once: each that waits for it
 * is paid its price, the last one what is left. The first has the number of the parcel, by which a
 * statement finds all of it.
 */
export async function takeCollected(
  tx: Transaction,
  deps: CollectedDeps,
  orders: readonly OrderRow[],
  collected: CollectedMoney,
): Promise<void> {
  const waiting = orders.filter((order) => waitsForMoney(order) && paysOnDelivery(order))
  const paid = waiting.length > 0 ? waiting : orders.slice(0, 1)
  let left = collected.amount
  for (const [index, order] of paid.entries()) {
    const amount = index === paid.length - 1 ? left : Math.min(order.total, left)
    left -= amount
    if (amount === 0) continue
    const { tradeNo } = collected
    const number = index === 0 ? tradeNo : `${tradeNo}-${index + 1}`
    await takePart(tx, deps, order, { ...collected, tradeNo: number, amount })
  }
}

/**
 * It pays an order that waits for it, also with another sum than its price by now: the shopper has the
 * goods. What is over goes back, and so does what comes for an order that is paid or has ended.
 */
async function takePart(
  tx: Transaction,
  deps: CollectedDeps,
  order: OrderRow,
  collected: CollectedMoney,
): Promise<void> {
  const { shipmentId, provider, merchant, tradeNo, providerId, amount } = collected
  const { id: orderId, total } = order
  const hasMoney = (await lockCountingPayment(tx, orderId)) !== undefined
  const counts = waitsForMoney(order) && !hasMoney
  const payment = await insertCollected(tx, {
    ...{ id: createId(), orderId, provider: collectingProvider(provider), merchant, tradeNo },
    ...{ amount: counts ? total : amount, capturedAmount: amount, counts },
    ...{ gatewayTradeNo: providerId, reference: shipmentId },
  })
  if (!payment) return
  const refund = (part: number, reason: string, isOfChange = false) =>
    refundPayment(tx, deps, { payment, amount: part, reason, actor: system, isOfChange })
  if (!counts) {
    await refund(amount, reasonOfReturn(order, hasMoney))
    return
  }
  const detail = { attemptId: payment.id }
  const paid = { event: 'pay', actor: system, method: onDeliveryMethod, detail } as const
  await transitionOrder(tx, order, paid, deps.subscribers)
  if (amount === total) return
  const text = `取貨金額不符：應收 ${formatMoney(total)}，實收 ${formatMoney(amount)}`
  await recordOrderEvent(tx, {
    ...{ orderId, kind: 'payment_notice', actor: system },
    detail: { text, attemptId: payment.id },
  })
  // The order costs less than when its label was made.
  if (amount > total) await refund(amount - total, '取貨付款多收的金額', true)
}
