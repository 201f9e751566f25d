import { type Transaction, transaction } from '../db/transaction.ts'
import { lockAnyOrder } from '../orders/admin-orders.queries.ts'
import { type LockedOrder, transitionOrder } from '../orders/order-state.queries.ts'
import { recordOrderEvent } from '../orders/orders.queries.ts'
import { readSettings } from '../settings/settings.queries.ts'
import { nextAttemptState } from './attempt-states.ts'
import { letExpire } from './order-expiry.jobs.ts'
import type { PaymentDeps } from './payment-deps.ts'
import type { PaymentNews } from './payment-provider.ts'
import {
  attemptState,
  findPayment,
  lockCountingPayment,
  lockPayment,
  type PaymentRow,
  setAttemptMessage,
  transitionAttempt,
} from './payments.queries.ts'
import { refundPayment } from './refunds.service.ts'

const system = { kind: 'system' } as const

/** Applies what a gateway told of an attempt, once: what is known already changes nothing. */
export async function applyNews(
  deps: PaymentDeps,
  attemptId: string,
  news: PaymentNews,
): Promise<void> {
  await transaction(deps.db, (tx) => applyNewsIn(tx, deps, attemptId, news))
}

/**
 * The same in the caller's transaction. Locks the order first, as every change of an order does;
 * a copy of what is known waits for no lock. False when it changed nothing.
 */
export async function applyNewsIn(
  tx: Transaction,
  deps: PaymentDeps,
  attemptId: string,
  news: PaymentNews,
): Promise<boolean> {
  const known = await findPayment(tx, attemptId)
  if (known && isKnown(known, news)) return false
  const order = known && (await lockAnyOrder(tx, known.orderId))
  const attempt = order && (await lockPayment(tx, attemptId))
  if (!attempt) throw new Error(`the attempt ${attemptId} has no order`)
  switch (news.type) {
    case 'paid':
      return applyMoney(tx, deps, { order, attempt }, news)
    case 'refused':
      return transitionAttempt(tx, attempt, 'refused', { message: news.message })
    case 'number_issued':
      return applyNumber(tx, deps, attempt, news)
    case 'simulated':
      return noteSimulated(tx, attempt)
  }
}

const events = { paid: 'captured', refused: 'refused', number_issued: 'number_issued' } as const

/** No state leads back to one in which the news would change something. */
function isKnown({ status, message }: PaymentRow, { type }: PaymentNews): boolean {
  if (type === 'simulated') return message === simulated
  return nextAttemptState(attemptState(status), events[type]) === undefined
}

async function applyNumber(
  tx: Transaction,
  { jobs, provider }: PaymentDeps,
  attempt: PaymentRow,
  { number, dueAt }: Extract<PaymentNews, { type: 'number_issued' }>,
): Promise<boolean> {
  if (!(await transitionAttempt(tx, attempt, 'number_issued', { number, dueAt }))) return false
  const method = provider.methods().find(({ method }) => method === attempt.method)
  const { order } = await readSettings(tx)
  const graceMinutes = order.values.expires_code
  const at = method?.expiresAt({ startedAt: attempt.createdAt, dueAt, graceMinutes })
  if (at) await letExpire(tx, jobs, attempt.orderId, { at })
  return true
}

const simulated = '收到模擬付款通知'

async function noteSimulated(
  tx: Transaction,
  { id, orderId, message }: PaymentRow,
): Promise<boolean> {
  if (message === simulated) return false
  await setAttemptMessage(tx, id, simulated)
  const detail = { text: simulated, attemptId: id }
  await recordOrderEvent(tx, { orderId, kind: 'payment_notice', actor: system, detail })
  return true
}

/**
 * Money came. It counts for an order that waits for it, in the full amount; what comes for another
 * order goes back, and another amount is for the owner to settle.
 */
async function applyMoney(
  tx: Transaction,
  deps: PaymentDeps,
  { order, attempt }: { order: LockedOrder; attempt: PaymentRow },
  { amount, gatewayTradeNo, authorisation }: Extract<PaymentNews, { type: 'paid' }>,
): Promise<boolean> {
  const isWhole = amount === attempt.amount
  const isWaitedFor = order.state === 'placed' && !(await lockCountingPayment(tx, order.id))
  const counts = isWhole && isWaitedFor
  const came = {
    counts,
    gatewayTradeNo,
    capturedAmount: amount,
    ...(authorisation && { authorisation }),
  }
  if (!(await transitionAttempt(tx, attempt, 'captured', came))) return false
  const { id, method, orderId } = attempt
  if (counts) {
    const paid = { event: 'pay', actor: system, method, detail: { attemptId: id } } as const
    await transitionOrder(tx, order, paid, deps.subscribers)
    return true
  }
  if (!isWhole) {
    const text = `金額不符：應收 NT$${attempt.amount}，實收 NT$${amount}`
    const detail = { text, attemptId: id }
    await recordOrderEvent(tx, { orderId, kind: 'payment_notice', actor: system, detail })
    return true
  }
  const reason = order.state === 'cancelled' ? '訂單取消後收到款項' : '重複付款'
  const payment = { ...attempt, ...came, status: 'succeeded' } as const
  await refundPayment(tx, deps, { payment, amount, reason, actor: system })
  return true
}
