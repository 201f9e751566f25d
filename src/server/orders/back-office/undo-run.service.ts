import { and, desc, eq, not, notInArray, type SQL, sql } from 'drizzle-orm'
import type { OrderState } from '#contract/order-states.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { orderEvents, parcels } from '../../db/tables/orders.ts'
import type { Transaction } from '../../db/transaction.ts'
import { runOf } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import { removeMessagesOfRun } from '../../line-messages/line-outbox.queries.ts'
import { removeMailsOfRun } from '../../mail/outbox.queries.ts'
import { isShippedByReceipt } from '../../stock/stock.queries.ts'
import type { HeldQuantity } from '../../stock/stock-holds.queries.ts'
import type { StaffCall } from '../fulfilment/fulfilment.service.ts'
import { lockParcels } from '../merging/parcel-mates.queries.ts'
import { publishOrderEvent } from '../order-events.ts'
import { transitionOrder } from '../order-state.queries.ts'
import type { OrderTransitionEvent } from '../order-states.ts'
import { subjectOf } from '../order-subject.ts'
import { lockAnyOrder } from './admin-orders.queries.ts'

/** Changes of a run to an order beside its state. */
export interface OrderUndo {
  /** Its parcel, and the pieces taken from the order's hold. */
  parcelId?: string
  taken?: HeldQuantity[]
  /** The parcels that it marked as delivered. */
  delivered?: string[]
  /** It went along in the parcel of another entry, which puts it back, too. */
  isAlong?: true
  /** The same of the orders that were sent in its parcel. */
  along?: (OrderUndo & { id: string })[]
}

const undoEvents: Partial<Record<OrderState, OrderTransitionEvent>> = {
  // One that is paid when it is picked up was prepared or sent from there.
  placed: 'undo_to_paid',
  paid: 'undo_to_paid',
  preparing: 'undo_to_preparing',
  shipped: 'undo_to_shipped',
}

/**
 * Puts an order, and those that went along with it, back into the state from which the actor's run took
 * it, in the transaction of `call`; its mails never leave. False when anybody has changed one since.
 */
export async function undoOfRun(call: StaffCall, id: string, undo: OrderUndo): Promise<boolean> {
  const { along = [], ...own } = undo
  if (along.length > 0) {
    await lockParcels(call.db, [id])
    const runId = runOf(call.actor) ?? null
    for (const mate of along) {
      if ((await lastRunOf(call.db, mate.id)) !== runId) return false
    }
  }
  if (!(await undoOne(call, id, own))) return false
  for (const mate of along) {
    if (await undoOne(call, mate.id, mate)) continue
    throw new ShopError('ORDER_STATE', { message: '一起出貨的訂單無法復原' })
  }
  return true
}

async function undoOne(call: StaffCall, id: string, undo: OrderUndo): Promise<boolean> {
  const { db: tx, actor, subscribers } = call
  const runId = runOf(actor)
  const order = await lockAnyOrder(tx, id)
  if (!order || runId === undefined || (await lastRunOf(tx, id)) !== runId) return false
  const before = await stateBefore(tx, { orderId: id, runId })
  const event = before && undoEvents[before]
  if (!event) return false
  const { parcelId, taken = [], delivered = [] } = undo
  // A receipt has taken from the stock what was shipped before it came.
  if (parcelId !== undefined && (await isShippedByReceipt(tx, id))) return false
  const detail = parcelId === undefined ? {} : { parcelId }
  await transitionOrder(tx, order, { event, actor, detail }, subscribers)
  if (taken.length > 0) {
    const unshipped = { type: 'order.unshipped', orderId: id, actor, pieces: taken } as const
    await publishOrderEvent(tx, subscribers, unshipped)
  }
  if (parcelId !== undefined) await tx.delete(parcels).where(eq(parcels.id, parcelId))
  for (const parcel of delivered) {
    await tx.update(parcels).set({ deliveredAt: null }).where(eq(parcels.id, parcel))
  }
  await removeMailsOfRun(tx, { runId, orderId: id })
  await removeMessagesOfRun(tx, { runId, orderId: id })
  await recordAudit(tx, actor, {
    ...{ action: 'order.undo', subject: subjectOf(order) },
    ...{ before: { state: order.state }, after: { state: before } },
  })
  return true
}

/** Words about an order change nothing of it. */
const notes = ['note', 'payment_notice', 'asked', 'answered'] as const
const runOfEvent = sql<string | null>`${orderEvents.detail} ->> 'run'`

/** The run that made the last change of an order; null when it was none. */
export function lastRunOf(db: Db, orderId: string): Promise<string | null> {
  return runOfLast(db, orderId, notInArray(orderEvents.kind, [...notes]))
}

/** Like words, none of these changes the goods or the money of an order. */
const besideGoods = [
  ...notes,
  ...(['extended', 'parcel_changed', 'at_store', 'merged', 'taken_apart'] as const),
] as const
/** Staff has corrected the contact; every other change names a total, or says what it changed. */
const isOfContact = sql`(${orderEvents.kind} = 'changed' and ${runOfEvent} is null
  and ${orderEvents.detail} ? 'after' and not ${orderEvents.detail} ? 'change'
  and not (${orderEvents.detail} -> 'after') ? 'total')`

/** The run that made the last change of the goods or the money of an order. */
export function lastRunOfGoods(db: Db, orderId: string): Promise<string | null> {
  const isOfGoods = and(notInArray(orderEvents.kind, [...besideGoods]), not(isOfContact))
  return runOfLast(db, orderId, isOfGoods)
}

async function runOfLast(
  db: Db,
  orderId: string,
  condition: SQL | undefined,
): Promise<string | null> {
  const [last] = await db
    .select({ run: runOfEvent })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), condition))
    .orderBy(desc(orderEvents.id))
    .limit(1)
  return last?.run ?? null
}

async function stateBefore(
  tx: Transaction,
  { orderId, runId }: { orderId: string; runId: string },
): Promise<OrderState | undefined> {
  const [moved] = await tx
    .select({ state: sql<OrderState>`${orderEvents.detail} -> 'before' ->> 'state'` })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, orderId),
        sql`${runOfEvent} = ${runId}`,
        sql`${orderEvents.detail} -> 'before' ->> 'state' is not null`,
      ),
    )
    .limit(1)
  return moved?.state
}
