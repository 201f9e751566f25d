import { transaction } from '../../db/transaction.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { lockAnyOrder } from '../../orders/back-office/admin-orders.queries.ts'
import { readDatabaseTime } from '../../orders/life/order-expiry.queries.ts'
import { callGateway, type Later } from '../news/ask-gateway.ts'
import { captureAgain } from '../paying/authorisation.jobs.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { RefundOrder, RefundResult } from '../payment-provider.ts'
import { attemptOf, findPayment, lockPayment, type PaymentRow } from '../payments.queries.ts'
import { nextRefundState, type RefundEvent } from '../refund-states.ts'
import { dropUnneededRefunds } from './drop-refunds.ts'
import { sendRefund } from './refund.jobs.ts'
import {
  countRefundAttempt,
  findRefund,
  hasRefundByHand,
  hasSentRefund,
  lockRefund,
  type RefundRow,
  readRefundedAmount,
  readSecondsInState,
  setRefundError,
  writeRefundState,
} from './refunds.queries.ts'
import { completeRefund } from './refunds.service.ts'

const minute = 60
const hour = 60 * minute
const waitSeconds = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 24 * hour]
/** A capture comes within a day, unless the gateway does not capture by itself as it should. */
const putOffDays = 3
/** A call that was marked as sent is over by then: its limit is ten seconds. */
const callSeconds = 60
const system = { kind: 'system' } as const

interface AskedRefund {
  refund: RefundRow
  of: PaymentRow
  asked: RefundOrder
}

type Sent = { refundId: string; tries: number }

export function registerRefunds(jobs: Jobs, deps: PaymentDeps): void {
  jobs.register(sendRefund, (data) => sendOrAsk(deps, data))
}

/**
 * Takes a refund one step on: one that is queued is sent, one that was sent without an outcome is
 * asked for. It is marked and committed before the call, so no refund is sent twice.
 */
export async function sendOrAsk(deps: PaymentDeps, data: Sent): Promise<void> {
  const refund = await findRefund(deps.db, data.refundId)
  const asked = refund && (await readRefundOrder(deps, refund))
  if (!asked) return
  if (refund.state === 'queued') return send(deps, data, asked)
  if (refund.state === 'sent') return ask(deps, data, asked)
}

async function readRefundOrder(
  { db }: PaymentDeps,
  refund: RefundRow,
): Promise<AskedRefund | undefined> {
  const { paymentId, amount } = refund
  const of = await findPayment(db, paymentId)
  if (!of) return undefined
  const [refundedBefore, isPartByHand, now] = await Promise.all([
    readRefundedAmount(db, paymentId, 'done'),
    hasRefundByHand(db, paymentId),
    readDatabaseTime(db),
  ])
  const asked = { payment: attemptOf(of), amount, refundedBefore, isPartByHand, now }
  return { refund, of, asked }
}

async function send(
  deps: PaymentDeps,
  data: Sent,
  { refund, of, asked }: AskedRefund,
): Promise<void> {
  const { db } = deps
  const { refundId, tries } = data
  let isMarked = false
  let { attempts } = refund
  const markSent = async () => {
    const marked = await markAsSent(deps, refund)
    isMarked = marked !== undefined
    attempts = marked ?? attempts
    return isMarked
  }
  const result = await callGateway(deps, of, (provider) => provider.refund(asked, markSent))
  if (isMarked && nothingHappened.has(result.type)) {
    await move(deps, { id: refundId, attempts }, 'not_happened')
  }
  if (result.type === 'unreachable' && !isMarked) {
    attempts = await countRefundAttempt(db, refund)
  }
  switch (result.type) {
    case 'put_off': {
      const stuck = await whyStuck(deps, refund)
      if (stuck) return move(deps, refund, 'tries_used_up', `${stuck}，${result.reason}`)
      await noteError(deps, refund, result.reason)
      const seconds = Math.ceil((result.until.getTime() - asked.now.getTime()) / 1_000)
      return again(deps, data, Math.max(1, seconds))
    }
    case 'unreachable': {
      const wait = waitSeconds[tries]
      if (wait === undefined) {
        return move(deps, { id: refundId, attempts }, 'tries_used_up', result.reason)
      }
      await noteError(deps, refund, result.reason)
      return again(deps, { refundId, tries: tries + 1 }, wait)
    }
    case 'unknown':
      await noteError(deps, refund, result.reason)
      return again(deps, { refundId, tries: 0 }, minute)
    default:
      return record(deps, data, { result, attempts })
  }
}

/** Why a refund that the gateway puts off waits no longer by itself, but for the owner. */
async function whyStuck({ db }: PaymentDeps, refund: RefundRow): Promise<string | undefined> {
  const payment = await findPayment(db, refund.paymentId)
  if (payment?.task === 'capture_failed') return '請款失敗'
  const hasWaited = (await readSecondsInState(db, refund.id)) > putOffDays * 24 * hour
  return hasWaited ? `等候超過 ${putOffDays} 天` : undefined
}

const nothingHappened: ReadonlySet<string> = new Set(['later', 'unreachable', 'not_happened'])

/**
 * One refund of a payment at a time: the gateway's ledger tells them apart by their sum alone. Gives
 * the number of this attempt, or undefined when it is not this job that sends.
 */
function markAsSent({ db }: PaymentDeps, refund: RefundRow): Promise<number | undefined> {
  const { id, orderId, paymentId } = refund
  return transaction(db, async (tx) => {
    // The order first, as every change of an order does.
    await lockAnyOrder(tx, orderId)
    await lockPayment(tx, paymentId)
    const locked = await lockRefund(tx, id)
    if (locked?.state !== 'queued' || (await hasSentRefund(tx, paymentId))) return undefined
    await writeRefundState(tx, id, nextRefundState('queued', 'send'), { lastError: null })
    return locked.attempts + 1
  })
}

function noteError({ db }: PaymentDeps, refund: RefundRow, lastError: string): Promise<void> {
  return transaction(db, async (tx) => {
    await lockAnyOrder(tx, refund.orderId)
    await setRefundError(tx, refund.id, lastError)
  })
}

/** An unknown result stays as sent; once the tries are used up, it is in the owner's list. */
async function ask(
  deps: PaymentDeps,
  data: Sent,
  { refund, of, asked }: AskedRefund,
): Promise<void> {
  const { db } = deps
  const { refundId, tries } = data
  const since = await readSecondsInState(db, refundId)
  if (since < callSeconds) return again(deps, data, callSeconds - since)
  const answer = await callGateway(deps, of, (provider) => provider.queryRefund(asked))
  if (answer.type === 'unknown' || answer.type === 'unreachable' || answer.type === 'put_off') {
    await noteError(deps, refund, answer.reason)
    const wait = waitSeconds[tries]
    if (wait !== undefined) await again(deps, { refundId, tries: tries + 1 }, wait)
    return
  }
  if (answer.type === 'not_happened') await move(deps, refund, 'not_happened')
  await record(deps, data, { result: answer, attempts: refund.attempts })
}

type Known = Extract<RefundResult, { type: 'done' | 'refused' | 'not_happened' }> | Later

async function record(
  deps: PaymentDeps,
  data: Sent,
  { result, attempts }: { result: Known; attempts: number },
): Promise<void> {
  const of = { id: data.refundId, attempts }
  switch (result.type) {
    case 'done':
      return move(deps, of, 'succeeded')
    case 'refused':
      return move(deps, of, 'refused', result.reason)
    case 'not_happened':
      return again(deps, data, 0)
    case 'later':
      return again(deps, data, result.seconds)
  }
}

function again({ db, jobs }: PaymentDeps, data: Sent, delaySeconds: number): Promise<void> {
  return jobs.send(db, sendRefund, data, { delaySeconds })
}

/**
 * A failure counts for one attempt alone: by now another job may have sent the refund again. Money
 * that went back has gone back, whichever attempt it was.
 */
async function move(
  deps: PaymentDeps,
  { id: refundId, attempts }: Pick<RefundRow, 'id' | 'attempts'>,
  event: RefundEvent,
  lastError?: string,
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const known = await findRefund(tx, refundId)
    if (known) await lockAnyOrder(tx, known.orderId)
    const refund = await lockRefund(tx, refundId)
    if (!refund || (event !== 'succeeded' && refund.attempts !== attempts)) return
    const next = nextRefundState(refund.state, event)
    if (next === refund.state) return
    if (next === 'done') return completeRefund(tx, refund, { actor: system }, deps.subscribers)
    await writeRefundState(tx, refundId, next, { lastError: lastError ?? null })
    if (next !== 'failed') return
    await dropUnneededRefunds(tx, refund.paymentId)
    await captureAgain(tx, deps, { ...refund, state: next })
  })
}
