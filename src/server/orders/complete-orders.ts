import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { transaction } from '../db/transaction.ts'
import { defineJob } from '../jobs/define-job.ts'
import type { JobSender, Jobs } from '../jobs/jobs.ts'
import { readSettings } from '../settings/settings.queries.ts'
import { lockAnyOrder } from './admin-orders.queries.ts'
import type { OrderSubscriber } from './order-events.ts'
import { transitionOrder } from './order-state.queries.ts'

const completeOrder = defineJob<{ orderId: string }>({ name: 'order.complete', pollSeconds: 30 })

const daySeconds = 24 * 60 * 60

/** A delivered order is completed some days later, unless it was returned. */
export function completeDeliveredOrders(jobs: JobSender): OrderSubscriber {
  return async (tx, event) => {
    if (event.type !== 'order.delivered') return
    const { orderId } = event
    const { order } = await readSettings(tx)
    const delaySeconds = order.values.completes_after * daySeconds
    await jobs.send(tx, completeOrder, { orderId }, { delaySeconds })
  }
}

export function registerOrderJobs(
  jobs: Jobs,
  db: NodePgDatabase,
  subscribers: readonly OrderSubscriber[],
): void {
  jobs.register(completeOrder, ({ orderId }) => completeDelivered(db, orderId, subscribers))
}

/** Does nothing to an order that is no longer `delivered`. */
export function completeDelivered(
  db: NodePgDatabase,
  orderId: string,
  subscribers: readonly OrderSubscriber[],
): Promise<void> {
  return transaction(db, async (tx) => {
    const order = await lockAnyOrder(tx, orderId)
    if (order?.state !== 'delivered') return
    const complete = { event: 'complete', actor: { kind: 'system' } } as const
    await transitionOrder(tx, order, complete, subscribers)
  })
}
