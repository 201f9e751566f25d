import { formatMoney } from '#contract/money.ts'
import type { Db } from '../../db/connect.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { JobAttempt } from '../../jobs/define-job.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { lockAnyOrder } from '../../orders/back-office/admin-orders.queries.ts'
import { readDatabaseTime } from '../../orders/life/order-expiry.queries.ts'
import { publishOrderEvent } from '../../orders/order-events.ts'
import { transitionOrder } from '../../orders/order-state.queries.ts'
import type { OrderRow } from '../../orders/order-wire.ts'
import { recordOrderEvent } from '../../orders/orders.queries.ts'
import { callGateway } from '../news/ask-gateway.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import {
  attemptOf,
  findPayment,
  lockPayment,
  type PaymentRow,
  setAttemptTask,
  transitionAttempt,
} from '../payments.queries.ts'
import { isGoingBackWhole } from '../refunds/refunds.queries.ts'
import { refundPayment } from '../refunds/refunds.service.ts'
import { captureAttempt, voidAttempt, voidAuthorised } from './authorisation.jobs.ts'

const system = { kind: 'system' } as const
const refundWaitSeconds = 5 * 60

type Try = Pick<JobAttempt, 'isLast'>
interface OfAttempt {
  attemptId: string
}

export function registerAuthorisations(jobs: Jobs, deps: PaymentDeps): void {
  jobs.register(captureAttempt, (data, attempt) => sendCapture(deps, data, attempt))
  jobs.register(voidAttempt, (data, attempt) => sendVoid(deps, data, attempt))
}

/**
 * Charges an authorised attempt. A capture done already is found by asking, so a second run does no
 * harm. Throws while the gateway gives no answer.
 */
export async function sendCapture(
  deps: PaymentDeps,
  data: OfAttempt,
  { isLast }: Try,
): Promise<void> {
  const { db, jobs } = deps
  const attempt = await findPayment(db, data.attemptId)
  if (!attempt || !isToCapture(attempt)) return
  if (await isGoingBackWhole(db, attempt)) return waitForRefund(db, deps, data)
  const result = await callGateway(deps, attempt, (provider) =>
    provider.capture(attemptOf(attempt)),
  )
  if (result.type === 'later') {
    return jobs.send(db, captureAttempt, data, { delaySeconds: result.seconds })
  }
  if (result.type === 'done') return recordCapture(deps, data.attemptId)
  if (result.type === 'refused') return recordFailure(deps, data.attemptId, result.reason)
  if (isLast) await recordFailure(deps, data.attemptId, result.reason)
  throw new Error(`the capture has no outcome: ${result.reason}`)
}

/**
 * A refund of the whole gives the authorisation up: a capture beside it would be one too many. Once
 * the refund has failed, the capture goes on.
 */
function waitForRefund(db: Db, { jobs }: PaymentDeps, data: OfAttempt): Promise<void> {
  return jobs.send(db, captureAttempt, data, { delaySeconds: refundWaitSeconds })
}

/** Releases the authorisation of a voided attempt, also one that a capture came before. */
export async function sendVoid(deps: PaymentDeps, data: OfAttempt, { isLast }: Try): Promise<void> {
  const { db, jobs } = deps
  const { attemptId } = data
  const [attempt, now] = await Promise.all([findPayment(db, attemptId), readDatabaseTime(db)])
  if (attempt?.status !== 'voided' || attempt.task !== 'void') return
  const result = await callGateway(deps, attempt, (provider) =>
    provider.void(attemptOf(attempt), now),
  )
  switch (result.type) {
    case 'done':
      return setAttemptTask(db, attemptId, null)
    case 'later':
      return jobs.send(db, voidAttempt, data, { delaySeconds: result.seconds })
    case 'put_off': {
      const seconds = Math.ceil((result.until.getTime() - now.getTime()) / 1_000)
      return jobs.send(db, voidAttempt, data, { delaySeconds: Math.max(1, seconds) })
    }
    default: {
      const reason = result.type === 'not_happened' ? result.type : result.reason
      if (isLast) await setAttemptTask(db, attemptId, 'void_failed', { message: reason })
      throw new Error(`the authorisation is not released: ${reason}`)
    }
  }
}

/** Also what was captured before, when a refund that failed may have cancelled that. */
function isToCapture({ status, task }: PaymentRow): boolean {
  return task === 'capture' && (status === 'authorised' || status === 'succeeded')
}

/** Locks the order of an attempt that is still to be captured, and the attempt. */
async function lockToCapture(
  tx: Transaction,
  attemptId: string,
): Promise<{ order: OrderRow; attempt: PaymentRow } | undefined> {
  const known = await findPayment(tx, attemptId)
  const order = known && (await lockAnyOrder(tx, known.orderId))
  const attempt = order && (await lockPayment(tx, attemptId))
  if (!order || !attempt || !isToCapture(attempt)) return undefined
  return { order, attempt }
}

async function recordCapture(deps: PaymentDeps, attemptId: string): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const locked = await lockToCapture(tx, attemptId)
    if (!locked) return
    const { order, attempt } = locked
    // The books have it already.
    if (attempt.status === 'succeeded') return setAttemptTask(tx, attemptId, null)
    const { amount, orderId, method } = attempt
    await transitionAttempt(tx, attempt, 'captured', { capturedAmount: amount })
    const rest = amount - (attempt.chargedAmount ?? amount)
    if (rest > 0) {
      const payment = { ...attempt, status: 'succeeded', capturedAmount: amount } as const
      const refund = { payment, amount: rest, reason: '最終金額低於授權金額', actor: system }
      await refundPayment(tx, deps, { ...refund, isOfCapture: true })
    }
    if (order.chargeKind === 'authorise' && order.state === 'placed') {
      const paid = { event: 'pay', actor: system, method, detail: { attemptId } } as const
      await transitionOrder(tx, order, paid, deps.subscribers)
    } else {
      const detail = { text: `已請款 ${formatMoney(amount)}`, attemptId }
      await recordOrderEvent(tx, { orderId, kind: 'payment_notice', actor: system, detail })
      const moved = { type: 'order.money_moved', orderId, actor: system } as const
      await publishOrderEvent(tx, deps.subscribers, moved)
    }
  })
}

/**
 * The gateway refuses for good. A paid order stays so, and the owner has a line of the
 * reconciliation; of an order to authorise the reservation ends, and its room decides what follows.
 */
async function recordFailure(deps: PaymentDeps, attemptId: string, reason: string): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const locked = await lockToCapture(tx, attemptId)
    if (!locked) return
    const { order, attempt } = locked
    // It began while the capture was under way.
    if (await isGoingBackWhole(tx, attempt)) return waitForRefund(tx, deps, { attemptId })
    const { orderId, amount } = attempt
    const detail = { text: `請款失敗：${reason}`, attemptId }
    await recordOrderEvent(tx, { orderId, kind: 'payment_notice', actor: system, detail })
    if (attempt.status === 'succeeded') {
      // The paid order goes on; the line of the owner is all that follows.
      return setAttemptTask(tx, attemptId, 'capture_failed', { message: reason })
    }
    if (order.chargeKind === 'authorise') await voidAuthorised(tx, deps.jobs, attempt)
    else await setAttemptTask(tx, attemptId, 'capture_failed', { message: reason })
    const failed = { type: 'order.capture_failed', orderId, actor: system, attemptId } as const
    await publishOrderEvent(tx, deps.subscribers, { ...failed, amount, reason })
  })
}
