import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { OrderState } from '#contract/order-states.ts'
import { type leaderAheadMethod, type leaderMethod, onDeliveryMethod } from '#contract/payments.ts'
import type { Db } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { type OrderEventKind, orders } from '../db/tables/orders.ts'
import type { Transaction } from '../db/transaction.ts'
import { type Actor, actorKey } from '../http/actor.ts'
import { type OrderEvent, type OrderSubscriber, publishOrderEvent } from './order-events.ts'
import { nextState, type OrderTransitionEvent } from './order-states.ts'
import type { OrderRow } from './order-wire.ts'
import { recordOrderEvent } from './orders.queries.ts'
import { isSentUnpaid } from './pays-on-delivery.ts'

/** Fields of an order for a transition. */
export interface OrderInState extends Partial<Pick<OrderRow, 'payment' | 'paymentMethod'>> {
  id: string
  state: OrderState
  /** In whole NT$. */
  total: number
}

export type LockedOrder = OrderInState &
  Pick<
    OrderRow,
    | ('isPayable' | 'chargeKind' | 'refundedAt' | 'groupId' | 'expiresAt')
    | ('payment' | 'paymentMethod' | 'balanceDue')
  >

const ownLocked = prepared((db) =>
  db
    .select({
      id: orders.id,
      state: orders.state,
      total: orders.total,
      isPayable: orders.isPayable,
      chargeKind: orders.chargeKind,
      refundedAt: orders.refundedAt,
      groupId: orders.groupId,
      expiresAt: orders.expiresAt,
      payment: orders.payment,
      paymentMethod: orders.paymentMethod,
      balanceDue: orders.balanceDue,
    })
    .from(orders)
    .where(
      and(
        eq(orders.id, sql.placeholder('id')),
        eq(orders.owner, sql.placeholder('owner')),
        isNull(orders.deletedAt),
      ),
    )
    .for('update')
    .prepare('order_of_owner_lock'),
)

/** Locks an order of this owner until the end of the transaction. */
export async function lockOwnOrder(
  db: Db,
  order: { owner: string; id: string },
): Promise<LockedOrder | undefined> {
  const [row] = await ownLocked(db).execute(order)
  return row
}

interface Transition {
  event: OrderTransitionEvent
  actor: Actor
  /** How it was paid. */
  method?: string
  /** Why it was cancelled. */
  reason?: string | null
  detail?: Record<string, unknown>
}

const paidSet = prepared((db) =>
  db
    .update(orders)
    .set({
      state: 'paid',
      stateSince: sql`now()`,
      payment: 'paid',
      paidAt: sql`now()`,
      paymentMethod: sql`${sql.placeholder('method')}`,
    })
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare('order_set_paid'),
)

/** The only writer of the state and of what depends on it. */
async function writeState(
  tx: Transaction,
  id: string,
  next: OrderState,
  {
    event,
    method = null,
    reason = null,
  }: Omit<Transition, 'actor' | 'method'> & { method?: string | null },
): Promise<void> {
  if (next === 'paid' && event !== 'undo_to_paid')
    return void (await paidSet(tx).execute({ id, method }))
  await tx
    .update(orders)
    .set({
      state: next,
      stateSince: sql`now()`,
      ...(event === 'withdraw_payment' && withoutPayment),
      ...(next === 'cancelled' && { cancelReason: reason, balanceDue: 0 }),
    })
    .where(eq(orders.id, id))
}

/** An order that was sent before it is paid stays where it is. */
async function writePayment(tx: Transaction, id: string, method = null as string | null) {
  await tx
    .update(orders)
    .set({ payment: 'paid', paidAt: sql`now()`, paymentMethod: method })
    .where(eq(orders.id, id))
}

function isPayment(event: OrderTransitionEvent): boolean {
  return event === 'pay' || event === 'record_payment'
}

const withoutPayment = {
  payment: 'unpaid',
  paidAt: null,
  paymentMethod: null,
  balanceDue: 0,
} as const

/** The money of an order was given back in full. */
export async function clearPayment(tx: Transaction, orderId: string): Promise<void> {
  await tx
    .update(orders)
    .set({ ...withoutPayment, refundedAt: sql`now()` })
    .where(eq(orders.id, orderId))
}

/** From now on it is paid when it is picked up, and waits for no other payment. */
export async function setOnDelivery(tx: Transaction, orderId: string): Promise<void> {
  await tx
    .update(orders)
    .set({ paymentMethod: onDeliveryMethod, expiresAt: null })
    .where(eq(orders.id, orderId))
}

/** From now on these orders are paid to the leader of their group, and have no deadline. */
export async function oweToLeader(
  tx: Transaction,
  orderIds: readonly string[],
  paymentMethod: typeof leaderMethod | typeof leaderAheadMethod,
): Promise<void> {
  await tx
    .update(orders)
    .set({ paymentMethod, isPayable: true, chargeKind: 'charge', expiresAt: null })
    .where(inArray(orders.id, [...orderIds]))
}

/** All of what a change has added to the price of a paid order is paid. */
export async function clearBalance(tx: Transaction, orderId: string): Promise<void> {
  await tx.update(orders).set({ balanceDue: 0 }).where(eq(orders.id, orderId))
}

/** How a paid order was paid, as the payments room knows it. */
export async function setPaymentMethod(
  tx: Transaction,
  orderId: string,
  paymentMethod: string,
): Promise<void> {
  await tx.update(orders).set({ paymentMethod }).where(eq(orders.id, orderId))
}

const eventKinds: Record<OrderState, OrderEventKind> = {
  placed: 'unpaid',
  paid: 'paid',
  preparing: 'preparing',
  shipped: 'shipped',
  delivered: 'delivered',
  completed: 'completed',
  cancelled: 'cancelled',
  returned: 'returned',
}

function eventKind(next: OrderState, event: OrderTransitionEvent): OrderEventKind {
  if (isUndo(event)) return 'undone'
  return event === 'close_rest' ? 'rest_closed' : eventKinds[next]
}

function isUndo(event: OrderTransitionEvent): boolean {
  return event.startsWith('undo_')
}

/**
 * Applies a transition to a locked order, records it and calls the subscribers. False when there is
 * nothing to do; throws ORDER_STATE when the state does not allow it.
 */
export async function transitionOrder(
  tx: Transaction,
  order: OrderInState,
  transition: Transition,
  subscribers: readonly OrderSubscriber[],
): Promise<boolean> {
  const { id, state } = order
  const { event, actor, method } = transition
  const next = nextState(order, event, actorKey(actor))
  const isPaidNow = isPayment(event) && isSentUnpaid(order)
  if (next === state && !isPaidNow) return false
  const detail = {
    ...transition.detail,
    before: { state },
    after: { state: next, ...(method !== undefined && { payment_method: method }) },
  }
  await Promise.all([
    next === state ? writePayment(tx, id, method) : writeState(tx, id, next, transition),
    recordOrderEvent(tx, {
      ...{ orderId: id, actor, detail },
      kind: isPaidNow ? 'paid' : eventKind(next, event),
    }),
  ])
  const published = publishedEvent(order, isPaidNow ? 'paid' : next, transition)
  if (published) await publishOrderEvent(tx, subscribers, published)
  return true
}

/** Events with more than the order itself are published by who has it. */
function publishedEvent(
  { id, total }: OrderInState,
  next: OrderState,
  { event: cause, actor, reason = null }: Transition,
): OrderEvent | undefined {
  const of = { orderId: id, actor }
  if (isUndo(cause)) return undefined
  if (next === 'paid') return { ...of, type: 'order.paid', total, cause }
  if (next === 'placed') return { ...of, type: 'order.unpaid', total, cause }
  if (next === 'cancelled') return { ...of, type: 'order.cancelled', cause, reason }
  if (next === 'delivered') return { ...of, type: 'order.delivered' }
  if (next === 'completed') return { ...of, type: 'order.completed' }
  return undefined
}
