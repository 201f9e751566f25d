import type { PaymentAttempt } from '#contract/payments.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { GatewayTask } from '../../db/tables/payments.ts'
import { transaction } from '../../db/transaction.ts'
import type { StaffActor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import { applyNews } from '../news/apply-news.ts'
import { askInTurn } from '../news/ask-gateway.ts'
import { expireOrder } from '../news/order-expiry.jobs.ts'
import { toStaffAttempt } from '../paying/attempt-wire.ts'
import { captureAttempt, voidAttempt } from '../paying/authorisation.jobs.ts'
import { sendCapture, sendVoid } from '../paying/authorisations.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { changeAttemptTask, findPayment, type PaymentRow } from '../payments.queries.ts'
import { isGoingBackWhole } from '../refunds/refunds.queries.ts'

/** The call of this request is over by then. */
const jobSeconds = 120

/**
 * Asks the gateway for an attempt now, or tries again what it did not do. Throws ATTEMPT_NOT_FOUND
 * and GATEWAY_UNAVAILABLE.
 */
export async function queryNow(
  deps: PaymentDeps,
  id: string,
  actor: StaffActor,
): Promise<PaymentAttempt> {
  const { db, providers } = deps
  const before = await findPayment(db, id)
  if (!before) throw new ShopError('ATTEMPT_NOT_FOUND')
  if (!providers.of(before) || !before.tradeNo) {
    throw new ShopError('GATEWAY_UNAVAILABLE')
  }
  if (before.task) await tryTask(before, before.task, deps)
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

/** A job goes on with it when this process ends; it finds nothing to do once the task has ended. */
async function tryTask(attempt: PaymentRow, before: GatewayTask, deps: PaymentDeps): Promise<void> {
  const { db, jobs } = deps
  const { id: attemptId } = attempt
  const isCapture = before === 'capture' || before === 'capture_failed'
  // The refund decides; a capture that is due waits for it by its own job.
  if (isCapture && (await isGoingBackWhole(db, attempt))) return
  const task = isCapture ? 'capture' : 'void'
  const job = isCapture ? captureAttempt : voidAttempt
  // Else a job is at it already.
  const hadFailed = before !== task
  if (hadFailed) {
    await transaction(db, async (tx) => {
      const isChanged = await changeAttemptTask(tx, attemptId, { from: before, to: task })
      if (isChanged) await jobs.send(tx, job, { attemptId }, { delaySeconds: jobSeconds })
    })
  }
  try {
    const send = isCapture ? sendCapture : sendVoid
    await send(deps, { attemptId }, { isLast: false })
  } catch (cause) {
    if (hadFailed) await changeAttemptTask(db, attemptId, { from: task, to: before })
    throw new ShopError('GATEWAY_UNAVAILABLE', { cause })
  }
}
