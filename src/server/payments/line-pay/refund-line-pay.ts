import type { RefundOrder, RefundResult } from '../payment-provider.ts'
import type { LinePayClient, LinePayTransaction } from './line-pay-client.ts'

const minuteMs = 60_000

/**
 * Gives money back, or releases the authorisation of what is not captured. LINE Pay is asked first:
 * a refund whose answer was lost stands in its list.
 */
export async function refundLinePay(
  client: LinePayClient,
  { payment, amount, refundedBefore, isPartByHand, now }: RefundOrder,
  beforeSending: () => Promise<boolean>,
): Promise<RefundResult> {
  const found = await client.find(payment.tradeNo)
  if (found.type !== 'found') {
    // Nothing was sent that could have an effect.
    return found.type === 'unknown' ? { ...found, type: 'unreachable' } : found
  }
  const { transaction } = found
  if (!transaction) return { type: 'refused', reason: '查無交易' }
  const { state, transactionId } = transaction
  const later = (reason: string): RefundResult => ({
    type: 'put_off',
    until: new Date(now.getTime() + minuteMs),
    reason,
  })
  const isWhole = amount === payment.amount
  if (state === 'authorised' && !isWhole) return later('待請款後退款')
  const isGone = state === 'voided' || state === 'expired'
  if (isGone && !isWhole) return { type: 'refused', reason: '授權已取消' }
  if (!(await beforeSending())) return later('另一筆退款正在處理中')
  if (isGone) return { type: 'done' }
  if (!isPartByHand && refundedOf(transaction) >= refundedBefore + amount) return { type: 'done' }
  if (state !== 'authorised') return sendRefund(client, transactionId, amount)
  const voided = await client.void(transactionId)
  if (voided.type !== 'refused') return voided
  // It was captured, or released, in between; then another call is right.
  const after = await client.find(payment.tradeNo)
  const hasMoved = after.type === 'found' && after.transaction?.state !== 'authorised'
  return hasMoved ? { type: 'not_happened' } : voided
}

async function sendRefund(
  client: LinePayClient,
  transactionId: string,
  amount: number,
): Promise<RefundResult> {
  const result = await client.refund(transactionId, amount)
  if (result.type !== 'refunded') return result
  return { type: 'done' }
}

/** Whether a refund whose answer was lost has happened; also when it released an authorisation. */
export async function queryLinePayRefund(
  client: LinePayClient,
  { payment, amount, refundedBefore, isPartByHand }: RefundOrder,
): Promise<RefundResult> {
  const found = await client.find(payment.tradeNo)
  if (found.type !== 'found') return found
  const { transaction } = found
  if (!transaction) return { type: 'refused', reason: '查無交易' }
  if (transaction.state === 'voided') return { type: 'done' }
  if (isPartByHand) {
    return { type: 'unknown', reason: '另有人工退款，無法判斷 LINE Pay 是否已退款' }
  }
  const refunded = refundedOf(transaction)
  if (refunded >= refundedBefore + amount) return { type: 'done' }
  if (refunded === refundedBefore) return { type: 'not_happened' }
  return { type: 'unknown', reason: `${refunded} were given back` }
}

function refundedOf({ refunds }: LinePayTransaction): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0)
}
