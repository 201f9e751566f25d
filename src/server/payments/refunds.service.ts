import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { recordAudit } from '../audit/audit.ts'
import type { Db } from '../db/connect.ts'
import { createId } from '../db/id.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import type { Actor, StaffActor } from '../http/actor.ts'
import { type IdempotentRequest, withIdempotency } from '../http/idempotency.ts'
import { ShopError } from '../http/shop-error.ts'
import { lockAnyOrder, lockOrder } from '../orders/admin-orders.queries.ts'
import { type OrderSubscriber, publishOrderEvent } from '../orders/order-events.ts'
import { clearPayment } from '../orders/order-state.queries.ts'
import { subjectOf } from '../orders/order-subject.ts'
import { recordOrderEvent } from '../orders/orders.queries.ts'
import { nextRefundState } from './refund-states.ts'
import {
  findCountingPayment,
  findRefund,
  insertRefund,
  lockCountingPayment,
  lockRefund,
  readRefundedAmount,
  writeRefundState,
} from './refunds.queries.ts'

interface RefundRequest {
  orderId: string
  /** In whole NT$; undefined for what is left. */
  amount: number | undefined
  reason: string
  actor: Actor
}

/**
 * Queues a refund in the transaction of its cause, whose order is locked, and returns its id;
 * undefined when nothing is left. Throws REFUND_NOTHING and REFUND_TOO_MUCH.
 */
export async function requestRefund(
  tx: Transaction,
  { orderId, amount: asked, reason, actor }: RefundRequest,
  subscribers: readonly OrderSubscriber[],
): Promise<string | undefined> {
  const payment = await lockCountingPayment(tx, orderId)
  if (!payment) throw new ShopError('REFUND_NOTHING')
  const left = payment.amount - (await readRefundedAmount(tx, payment.id))
  const amount = asked ?? left
  if (amount === 0) return undefined
  if (left === 0) throw new ShopError('REFUND_NOTHING')
  if (amount > left) {
    const message = `最多可退 NT$${left.toLocaleString('zh-TW')}`
    throw new ShopError('REFUND_TOO_MUCH', { message })
  }
  const id = createId()
  // A payment by hand goes back by hand; one of the demonstration moved no money.
  const isByHand = payment.provider === 'manual'
  const state = isByHand ? nextRefundState('queued', 'no_interface') : 'queued'
  await insertRefund(tx, { id, orderId, paymentId: payment.id, amount, reason, state })
  const detail = { refundId: id, amount, reason }
  await recordOrderEvent(tx, { orderId, kind: 'refund_requested', actor, detail })
  if (!isByHand) {
    await writeRefundState(tx, id, nextRefundState('queued', 'send'))
    const refund = { id, orderId, paymentId: payment.id, amount }
    await completeRefund(tx, refund, { actor }, subscribers)
  }
  return id
}

async function completeRefund(
  tx: Transaction,
  refund: { id: string; orderId: string; paymentId: string; amount: number },
  done: { actor: Actor; remittedOn?: string; accountLast5?: string },
  subscribers: readonly OrderSubscriber[],
): Promise<void> {
  const { id, orderId, paymentId, amount } = refund
  const { actor, ...remittance } = done
  await writeRefundState(tx, id, 'done', remittance)
  const detail = { refundId: id, amount }
  await recordOrderEvent(tx, { orderId, kind: 'refunded', actor, detail })
  const payment = await lockCountingPayment(tx, orderId)
  const isWhole =
    payment?.id === paymentId &&
    (await readRefundedAmount(tx, paymentId, 'done')) === payment.amount
  if (isWhole) await clearPayment(tx, orderId)
  const refunded = { type: 'order.refunded', orderId, actor, amount } as const
  await publishOrderEvent(tx, subscribers, refunded)
}

/** Refunds a part of what an order was paid, or the whole; returns the id of the refund. */
export function refundOrder(
  db: NodePgDatabase,
  refund: { orderId: string; amount: number; reason: string },
  actor: StaffActor,
  options: { intended: IdempotentRequest | undefined; subscribers: readonly OrderSubscriber[] },
): Promise<string> {
  const { orderId, amount, reason } = refund
  const { intended, subscribers } = options
  return transaction(db, async (tx) => {
    const { id } = await withIdempotency(tx, intended, async () => {
      const order = await lockOrder(tx, orderId)
      if (!order) throw new ShopError('ORDER_NOT_FOUND')
      const id = await requestRefund(tx, { orderId, amount, reason, actor }, subscribers)
      if (!id) throw new ShopError('REFUND_NOTHING')
      await recordAudit(tx, actor, {
        action: 'refund.create',
        subject: subjectOf(order),
        after: { refundId: id, amount, reason },
      })
      return { id }
    })
    return id
  })
}

/** Ticks a refund that was remitted by hand. */
export function completeByHand(
  db: NodePgDatabase,
  done: { id: string; remittedOn: string; accountLast5: string },
  actor: StaffActor,
  subscribers: readonly OrderSubscriber[],
): Promise<void> {
  const { id, remittedOn, accountLast5 } = done
  return transaction(db, async (tx) => {
    const known = await findRefund(tx, id)
    if (!known) throw new ShopError('REFUND_NOT_FOUND')
    // The order first, as every change of an order does.
    await lockAnyOrder(tx, known.orderId)
    const refund = await lockRefund(tx, id)
    if (!refund) throw new ShopError('REFUND_NOT_FOUND')
    // Two who tick one refund are told apart: the second must not believe that it paid.
    if (refund.state === 'done') throw new ShopError('REFUND_STATE', { message: '此退款已完成' })
    nextRefundState(refund.state, 'ticked')
    await completeRefund(tx, refund, { actor, remittedOn, accountLast5 }, subscribers)
    await recordAudit(tx, actor, {
      action: 'refund.complete',
      subject: { kind: 'refund', id, title: `NT$${refund.amount.toLocaleString('zh-TW')}` },
      before: { state: refund.state },
      after: { state: 'done', remittedOn, accountLast5 },
    })
  })
}

/** What can still be refunded of an order, in whole NT$. */
export async function readRefundable(db: Db, orderId: string): Promise<number> {
  const payment = await findCountingPayment(db, orderId)
  return payment ? payment.amount - (await readRefundedAmount(db, payment.id)) : 0
}
