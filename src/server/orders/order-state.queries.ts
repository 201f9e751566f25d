import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { type OrderState, orders } from '../db/tables/orders.ts'
import type { Transaction } from '../db/transaction.ts'
import { type Actor, actorKey } from '../http/actor.ts'
import { type OrderSubscriber, publishOrderEvent } from './order-events.ts'
import { nextState, type OrderTransitionEvent } from './order-states.ts'
import { recordOrderEvent } from './orders.queries.ts'

export interface LockedOrder {
  id: string
  state: OrderState
  /** In whole NT$. */
  total: number
}

const ownLocked = prepared((db) =>
  db
    .select({ id: orders.id, state: orders.state, total: orders.total })
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

const stateSet = prepared((db) =>
  db
    .update(orders)
    .set({
      state: sql`${sql.placeholder('next')}`,
      paidAt: sql`case when ${sql.placeholder('next')} = 'paid' then now() end`,
      paymentMethod: sql`${sql.placeholder('method')}`,
    })
    .where(and(eq(orders.id, sql.placeholder('id')), eq(orders.state, sql.placeholder('state'))))
    .prepare('order_set_state'),
)

/**
 * The only writer of the state: applies a transition to a locked order, records it and calls the
 * subscribers. False when the order is already in the state that the event leads to.
 */
export async function transitionOrder(
  tx: Transaction,
  order: LockedOrder,
  transition: {
    event: OrderTransitionEvent
    actor: Actor
    /** How it was paid; none for an order that becomes unpaid. */
    method?: string
    detail?: Record<string, unknown>
  },
  subscribers: readonly OrderSubscriber[],
): Promise<boolean> {
  const { id, state, total } = order
  const { event, actor, method = null } = transition
  const next = nextState(state, event, actorKey(actor))
  if (next === state) return false
  const detail = {
    ...transition.detail,
    before: { state },
    after: { state: next, ...(method !== null && { payment_method: method }) },
  }
  await Promise.all([
    stateSet(tx).execute({ id, state, next, method }),
    recordOrderEvent(tx, { orderId: id, kind: next, actor, detail }),
  ])
  const type = next === 'paid' ? 'order.paid' : 'order.unpaid'
  await publishOrderEvent(tx, subscribers, { type, orderId: id, actor, total, cause: event })
  return true
}
