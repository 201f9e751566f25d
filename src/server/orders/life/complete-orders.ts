import { and, desc, eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { orderEvents } from '../../db/tables/orders.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { defineJob } from '../../jobs/define-job.ts'
import type { JobSender, Jobs } from '../../jobs/jobs.ts'
import { readSettings } from '../../settings/settings.queries.ts'
import { lockAnyOrder } from '../back-office/admin-orders.queries.ts'
import type { OrderSubscriber } from '../order-events.ts'
import { transitionOrder } from '../order-state.queries.ts'

const completeOrder = defineJob<{ orderId: string; eventId?: number }>({
  name: 'order.complete',
})

const daySeconds = 24 * 60 * 60

/** A delivered order is completed some days later, unless it was returned. */
export function completeDeliveredOrders(jobs: JobSender): OrderSubscriber {
  return async (tx, event) => {
    if (event.type !== 'order.delivered') return
    const { orderId } = event
    const { order } = await readSettings(tx)
    const delaySeconds = order.values.completes_after * daySeconds
    const eventId = await lastDelivery(tx, orderId)
    const data = { orderId, ...(eventId !== undefined && { eventId }) }
    await jobs.send(tx, completeOrder, data, { delaySeconds })
  }
}

export function registerOrderJobs(
  jobs: Jobs,
  { db, subscribers }: { db: NodePgDatabase; subscribers: readonly OrderSubscriber[] },
): void {
  jobs.register(completeOrder, (data) => completeDelivered(db, data, subscribers))
}

/**
 * Does nothing to an order that is no longer `delivered`, or was delivered anew after the run that
 * had marked it was undone.
 */
export function completeDelivered(
  db: NodePgDatabase,
  { orderId, eventId }: { orderId: string; eventId?: number },
  subscribers: readonly OrderSubscriber[],
): Promise<void> {
  return transaction(db, async (tx) => {
    const order = await lockAnyOrder(tx, orderId)
    if (order?.state !== 'delivered') return
    if (eventId !== undefined && (await lastDelivery(tx, orderId)) !== eventId) return
    const complete = { event: 'complete', actor: { kind: 'system' } } as const
    await transitionOrder(tx, order, complete, subscribers)
  })
}

/** The event by which an order was delivered last. */
async function lastDelivery(tx: Transaction, orderId: string): Promise<number | undefined> {
  const [event] = await tx
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.kind, 'delivered')))
    .orderBy(desc(orderEvents.id))
    .limit(1)
  return event?.id
}
