import type { PaymentAttempt } from '#contract/payments.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { StaffActor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import { applyNews } from '../apply-news.ts'
import { askInTurn } from '../ask-gateway.ts'
import { toStaffAttempt } from '../attempt-wire.ts'
import { sendCapture, sendVoid } from '../authorisations.ts'
import { expireOrder } from '../order-expiry.jobs.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { findPayment, type PaymentRow, setAttemptTask } from '../payments.queries.ts'

/**
 * Asks the gateway for an attempt now, or tries again what it did not do. Throws ATTEMPT_NOT_FOUND
 * and GATEWAY_UNAVAILABLE.
 */
export async function queryNow(
  deps: PaymentDeps,
  id: string,
  actor: StaffActor,
): Promise<PaymentAttempt> {
  const { db, provider } = deps
  const before = await findPayment(db, id)
  if (!before) throw new ShopError('ATTEMPT_NOT_FOUND')
  if (before.provider !== provider.name || !before.tradeNo) {
    throw new ShopError('GATEWAY_UNAVAILABLE')
  }
  if (before.task) await tryTask(deps, before)
  else if (before.status !== 'voided') await ask(deps, before)
  const after = (await findPayment(db, id)) ?? before
  await recordAudit(db, actor, {
    action: 'payment.query',
    subject: { kind: 'order', id: before.orderId, title: before.tradeNo },
    before: { state: before.status, task: before.task },
    after: { state: after.status, task: after.task },
  })
  return toStaffAttempt(after)
}

async function ask(deps: PaymentDeps, attempt: PaymentRow): Promise<void> {
  const answer = await askInTurn(deps, attempt)
  if (answer.type === 'paid') return applyNews(deps, attempt.id, answer)
  if (answer.type !== 'unpaid') throw new ShopError('GATEWAY_UNAVAILABLE')
  // An order whose time is over ends at once, since the gateway is back.
  const { orderId } = attempt
  await deps.jobs.send(deps.db, expireOrder, { orderId, asks: 0 }, { priority: 1 })
}

async function tryTask(deps: PaymentDeps, attempt: PaymentRow): Promise<void> {
  const { id: attemptId, task, message } = attempt
  const isCapture = task === 'capture' || task === 'capture_failed'
  await setAttemptTask(deps.db, attemptId, isCapture ? 'capture' : 'void')
  try {
    const send = isCapture ? sendCapture : sendVoid
    await send(deps, { attemptId }, { isLast: false })
  } catch (cause) {
    const failed = isCapture ? 'capture_failed' : 'void_failed'
    await setAttemptTask(deps.db, attemptId, failed, message === null ? {} : { message })
    throw new ShopError('GATEWAY_UNAVAILABLE', { cause })
  }
}
