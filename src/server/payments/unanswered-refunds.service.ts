import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { recordAudit } from '../audit/audit.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { captureAgain } from './authorisation.jobs.ts'
import { dropUnneededRefunds } from './drop-refunds.ts'
import { sendRefund } from './refund.jobs.ts'
import { lockWithOrder, subjectOf } from './refund-care.service.ts'
import { nextRefundState } from './refund-states.ts'
import { hasNoAnswer, type RefundRow, writeRefundState } from './refunds.queries.ts'
import { completeRefund, type RefundDeps } from './refunds.service.ts'

/** Asks the gateway once more for a refund that it gave no answer to, as often as the first time. */
export function askAgain(
  db: NodePgDatabase,
  id: string,
  actor: StaffActor,
  { jobs }: RefundDeps,
): Promise<void> {
  return transaction(db, async (tx) => {
    const refund = await lockUnanswered(tx, id)
    await jobs.send(tx, sendRefund, { refundId: id, tries: 0 })
    await recordAudit(tx, actor, { action: 'refund.ask', subject: subjectOf(refund) })
  })
}

const actions = { seen_done: 'refund.seen_done', seen_not_done: 'refund.seen_not_done' } as const

/** What the staff saw in the back office of the gateway, which gave no answer. */
export function recordSeen(
  db: NodePgDatabase,
  { id, event }: { id: string; event: keyof typeof actions },
  actor: StaffActor,
  deps: RefundDeps,
): Promise<void> {
  return transaction(db, async (tx) => {
    const refund = await lockUnanswered(tx, id)
    const next = nextRefundState(refund.state, event)
    if (next === 'done') await completeRefund(tx, refund, { actor }, deps.subscribers)
    else {
      await writeRefundState(tx, id, next, { lastError: '已於綠界後台確認未退款' })
      await dropUnneededRefunds(tx, refund.paymentId)
      await captureAgain(tx, deps, { ...refund, state: next })
    }
    await recordAudit(tx, actor, {
      action: actions[event],
      subject: subjectOf(refund),
      before: { state: refund.state },
      after: { state: next },
    })
  })
}

/** Earlier the gateway may still say so itself. */
async function lockUnanswered(tx: Transaction, id: string): Promise<RefundRow> {
  const refund = await lockWithOrder(tx, id)
  // Two who have seen it are told apart.
  if (refund.state === 'done') throw new ShopError('REFUND_STATE', { message: '此退款已完成' })
  if (!(await hasNoAnswer(tx, id))) {
    throw new ShopError('REFUND_STATE', { message: '此退款正在處理中' })
  }
  return refund
}
