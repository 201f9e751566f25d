import { and, eq, or, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { orders } from '../../db/tables/orders.ts'
import { transaction } from '../../db/transaction.ts'
import { defineJob } from '../../jobs/define-job.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { lockAnyOrder } from '../back-office/admin-orders.queries.ts'
import type { OrderSubscriber } from '../order-events.ts'
import { transitionOrder } from '../order-state.queries.ts'
import { isOwedToLeader, isSentUnpaidRow } from '../pays-on-delivery.ts'

const expireArchived = defineJob({ name: 'order.expire-archived' })

const atOnce = 500

export function registerForgottenOrders(
  jobs: Jobs,
  { db, subscribers }: { db: NodePgDatabase; subscribers: readonly OrderSubscriber[] },
): void {
  jobs.register(expireArchived, () => expireForgottenOrders(db, subscribers))
  jobs.schedule(expireArchived, '0 * * * *')
}

/**
 * Cancels what was archived unpaid 30 days ago, and what has been unpaid for a week without a time
 * of its own, as orders of the demonstration: neither holds stock for ever. Each order in a
 * transaction of its own; what is left over is the next run's.
 */
export async function expireForgottenOrders(
  db: NodePgDatabase,
  subscribers: readonly OrderSubscriber[],
): Promise<void> {
  const due = await db
    .select({ id: orders.id })
    .from(orders)
    .where(isForgotten)
    .orderBy(orders.id)
    .limit(atOnce)
  for (const { id } of due) {
    await transaction(db, async (tx) => {
      const order = await lockAnyOrder(tx, id)
      // Restored or given a time meanwhile.
      if (!order || (await tx.$count(orders, and(eq(orders.id, id), isForgotten))) === 0) return
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
/** One that the staff entered waits for them, and one that nobody may pay yet for its group. */
const isEndless = sql`${orders.deletedAt} is null and ${orders.expiresAt} is null
  and ${orders.isPayable} and ${orders.owner} not like 'a:%' and not ${isSentUnpaidRow}
  and not ${isOwedToLeader}
  and ${orders.createdAt} < now() - interval '7 days'`
const isForgotten = and(eq(orders.state, 'placed'), or(isLongArchived, isEndless))
