import { and, eq, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { orders } from '../db/tables/orders.ts'
import { transaction } from '../db/transaction.ts'
import { defineJob } from '../jobs/define-job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { lockAnyOrder } from './admin-orders.queries.ts'
import type { OrderSubscriber } from './order-events.ts'
import { transitionOrder } from './order-state.queries.ts'

const expireArchived = defineJob({ name: 'order.expire-archived', pollSeconds: 30 })

const atOnce = 500

export function registerArchiveJobs(
  jobs: Jobs,
  db: NodePgDatabase,
  subscribers: readonly OrderSubscriber[],
): void {
  jobs.register(expireArchived, () => expireArchivedOrders(db, subscribers))
  jobs.schedule(expireArchived, '0 * * * *')
}

/**
 * Cancels what was archived unpaid 30 days ago, so that it does not hold stock for ever unseen.
 * Each order in a transaction of its own; what is left over is the next run's.
 */
export async function expireArchivedOrders(
  db: NodePgDatabase,
  subscribers: readonly OrderSubscriber[],
): Promise<void> {
  const due = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.state, 'placed'), isLongArchived))
    .orderBy(orders.deletedAt)
    .limit(atOnce)
  for (const { id } of due) {
    await transaction(db, async (tx) => {
      const order = await lockAnyOrder(tx, id)
      // Restored meanwhile.
      if (!order?.deletedAt) return
      const reason = '逾期未付款'
      const expire = {
        event: 'expire',
        actor: { kind: 'system' },
        reason,
        detail: { reason },
      } as const
      await transitionOrder(tx, order, expire, subscribers)
    })
  }
}

const isLongArchived = sql`${orders.deletedAt} < now() - interval '30 days'`
