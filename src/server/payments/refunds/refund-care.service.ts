import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { maskText } from '#contract/masking.ts'
import { formatMoney } from '#contract/money.ts'
import { recordAudit } from '../../audit/audit.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { StaffActor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import { lockAnyOrder } from '../../orders/back-office/admin-orders.queries.ts'
import { type OrderSubscriber, publishOrderEvent } from '../../orders/order-events.ts'
import { lockOwnOrder } from '../../orders/order-state.queries.ts'
import { captureAgain } from '../paying/authorisation.jobs.ts'
import { findPayment, isOfPrice, moneyOf } from '../payments.queries.ts'
import { nextRefundState } from '../refund-states.ts'
import { dropUnneededRefunds } from './drop-refunds.ts'
import { sendRefund } from './refund.jobs.ts'
import { isRemitted } from './refund-wire.ts'
import {
  findRefund,
  hasNoAnswer,
  lockRefund,
  type RefundRow,
  readRefundedAmount,
  readRefunds,
  saveRefundAccount,
  writeRefundState,
} from './refunds.queries.ts'
import { completeRefund, type RefundDeps, refusalOverLeft } from './refunds.service.ts'

/** Ticks a refund that was remitted by hand. */
export function completeByHand(
  db: NodePgDatabase,
  done: { id: string; remittedOn: string; accountLast5: string },
  actor: StaffActor,
  subscribers: readonly OrderSubscriber[],
): Promise<void> {
  const { id, remittedOn, accountLast5 } = done
  return transaction(db, async (tx) => {
    const refund = await lockWithOrder(tx, id)
    // Two who tick one refund are told apart: the second must not believe that it paid.
    if (refund.state === 'done') throw new ShopError('REFUND_STATE', { message: '此退款已完成' })
    nextRefundState(refund.state, 'ticked')
    await completeRefund(tx, refund, { actor, remittedOn, accountLast5 }, subscribers)
    await recordAudit(tx, actor, {
      action: 'refund.complete',
      subject: subjectOf(refund),
      before: { state: refund.state },
      after: { state: 'done', remittedOn, accountLast5: maskText(accountLast5) },
    })
  })
}

/**
 * The shopper says where the money goes. Throws ORDER_NOT_FOUND, and REFUND_ACCOUNT_NOT_NEEDED when
 * nothing of the order is remitted by hand.
 */
export function giveRefundAccount(
  db: NodePgDatabase,
  order: { id: string; owner: string },
  account: { bankCode: string; account: string; holder: string },
): Promise<void> {
  return transaction(db, async (tx) => {
    if (!(await lockOwnOrder(tx, order))) throw new ShopError('ORDER_NOT_FOUND')
    if (!(await readRefunds(tx, order.id)).some(isRemitted)) {
      throw new ShopError('REFUND_ACCOUNT_NOT_NEEDED')
    }
    await saveRefundAccount(tx, { orderId: order.id, ...account })
  })
}

const moves = {
  retry: { action: 'refund.retry', check: assertWithinPayment },
  by_hand: { action: 'refund.by_hand', check: assertWithinPayment },
  drop: { action: 'refund.drop', check: assertNotDue },
} as const

/**
 * Sends a failed refund once more, gives one that was not sent to the owner to remit, or closes a
 * failed one that is no longer needed.
 */
export function redirectRefund(
  db: NodePgDatabase,
  { id, event }: { id: string; event: keyof typeof moves },
  actor: StaffActor,
  deps: RefundDeps,
): Promise<void> {
  return transaction(db, async (tx) => {
    const refund = await lockWithOrder(tx, id)
    const next = nextRefundState(refund.state, event)
    if (next === refund.state) return
    const { action, check } = moves[event]
    await check(tx, refund)
    const news = event === 'drop' ? {} : { lastError: null }
    await writeRefundState(tx, id, next, news)
    await dropUnneededRefunds(tx, refund.paymentId)
    if (next === 'queued') await deps.jobs.send(tx, sendRefund, { refundId: id, tries: 0 })
    if (next === 'manual') await captureAgain(tx, deps, { ...refund, state: next })
    const { orderId } = refund
    await publishOrderEvent(tx, deps.subscribers, { type: 'order.money_moved', orderId, actor })
    await recordAudit(tx, actor, {
      action,
      subject: subjectOf(refund),
      before: { state: refund.state },
      after: { state: next },
    })
  })
}

/** The order first, as every change of an order does. */
async function lockWithOrder(tx: Transaction, id: string): Promise<RefundRow> {
  const known = await findRefund(tx, id)
  if (!known) throw new ShopError('REFUND_NOT_FOUND')
  await lockAnyOrder(tx, known.orderId)
  const refund = await lockRefund(tx, id)
  if (!refund) throw new ShopError('REFUND_NOT_FOUND')
  return refund
}

/** A failed refund freed its amount: others may have taken it. */
async function assertWithinPayment(tx: Transaction, refund: RefundRow): Promise<void> {
  if (refund.state !== 'failed') return
  const payment = await findPayment(tx, refund.paymentId)
  const money = payment ? moneyOf(payment) : 0
  const left = money - (await readRefundedAmount(tx, refund.paymentId))
  if (refund.amount > left) throw refusalOverLeft(left)
}

/** Money that no order keeps has to go back, in whichever way. */
async function assertNotDue(tx: Transaction, refund: RefundRow): Promise<void> {
  const payment = await findPayment(tx, refund.paymentId)
  const order = await lockAnyOrder(tx, refund.orderId)
  const isForPrice = !refund.isOfCapture && !refund.isOfChange
  const isKept = payment && isOfPrice(payment) && isForPrice && order?.state !== 'cancelled'
  if (!isKept) throw new ShopError('REFUND_STATE', { message: '這筆款項仍須退回' })
}

function subjectOf({ id, amount }: RefundRow) {
  return { kind: 'refund', id, title: formatMoney(amount) }
}

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

/** Records an outcome seen in the back office of a gateway without an answer. */
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
      await writeRefundState(tx, id, next, { lastError: '已於金流後台確認未退款' })
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
