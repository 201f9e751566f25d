import { transaction } from '../../db/transaction.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { lockAnyOrder } from '../../orders/back-office/admin-orders.queries.ts'
import { readExpiry } from '../../orders/life/order-expiry.queries.ts'
import { transitionOrder } from '../../orders/order-state.queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import {
  findCountingPayment,
  listOpenAttempts,
  type PaymentRow,
  transitionAttempt,
} from '../payments.queries.ts'
import { applyNews } from './apply-news.ts'
import { askInTurn } from './ask-gateway.ts'
import { expireOrder } from './order-expiry.jobs.ts'

/** After an answer that nobody can read: then hourly. */
const askAgainMinutes = [10, 20, 40]
const hourSeconds = 60 * 60
/** Keys that are gone may be typed again by then; money that comes later goes back. */
const withoutKeysSeconds = 24 * hourSeconds
/** The shopper who has just begun an attempt may still get a number. */
const newAttemptMinutes = 10
const reason = '逾期未付款'

export function registerExpiry(jobs: Jobs, deps: PaymentDeps): void {
  jobs.register(expireOrder, (data, { signal }) => expireIfDue(deps, data, signal))
}

/**
 * Cancels an order whose time is over, once the gateway has said of each open attempt that it is
 * not paid. An unknown outcome keeps the order, and is asked again.
 */
export async function expireIfDue(
  deps: PaymentDeps,
  { orderId, asks }: { orderId: string; asks: number },
  signal?: AbortSignal,
): Promise<void> {
  const { db, jobs } = deps
  const askAgain = (delaySeconds: number, asked: number) =>
    jobs.send(db, expireOrder, { orderId, asks: asked }, { delaySeconds, priority: 1 })
  const expiry = await readExpiry(db, orderId)
  if (expiry?.state !== 'placed' || expiry.secondsLeft === undefined) return
  // The job that was sent for the later time does it.
  if (expiry.secondsLeft > 0) return
  // An authorisation holds it until somebody captures or releases that.
  if (await findCountingPayment(db, orderId)) return
  const open = await listOpenAttempts(db, orderId)
  for (const attempt of open) {
    // A transfer is unknown to every gateway.
    if (attempt.tradeNo === null) continue
    const isGivenUp = expiry.secondsLeft < -withoutKeysSeconds && !deps.providers.of(attempt)
    if (isGivenUp) continue
    const answer = await askInTurn(deps, attempt, signal)
    if (answer.type === 'later') return askAgain(answer.seconds, asks)
    if (answer.type === 'paid') return applyNews(deps, attempt.id, answer)
    if (answer.type === 'unpaid') continue
    const minutes = askAgainMinutes[asks]
    return askAgain(minutes === undefined ? hourSeconds : minutes * 60, asks + 1)
  }
  await expire(deps, orderId, open)
}

/** Does nothing when the order was paid, cancelled or given more time in the meantime. */
async function expire(
  { db, jobs, subscribers }: PaymentDeps,
  orderId: string,
  asked: readonly PaymentRow[],
): Promise<void> {
  await transaction(db, async (tx) => {
    const order = await lockAnyOrder(tx, orderId)
    const expiry = await readExpiry(tx, orderId)
    if (order?.state !== 'placed' || !expiry || (expiry.secondsLeft ?? 1) > 0) return
    if (await findCountingPayment(tx, orderId)) return
    const open = await listOpenAttempts(tx, orderId)
    // One that was begun since has not been asked for; only some methods have a time of their own.
    if (open.some(({ id }) => !asked.some((attempt) => attempt.id === id))) {
      const later = { delaySeconds: newAttemptMinutes * 60, priority: 1 }
      return jobs.send(tx, expireOrder, { orderId, asks: 0 }, later)
    }
    for (const attempt of open) await transitionAttempt(tx, attempt, 'expired')
    const event = {
      event: 'expire',
      actor: { kind: 'system' },
      reason,
      detail: { reason },
    } as const
    await transitionOrder(tx, order, event, subscribers)
  })
}
