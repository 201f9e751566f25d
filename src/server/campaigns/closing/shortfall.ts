import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { recordAudit } from '../../audit/audit.ts'
import { campaigns } from '../../db/tables/campaigns.ts'
import { groups } from '../../db/tables/groups.ts'
import { participations } from '../../db/tables/participations.ts'
import { transaction } from '../../db/transaction.ts'
import type { StaffActor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import { defineJob } from '../../jobs/define-job.ts'
import type { JobSender, Jobs } from '../../jobs/jobs.ts'
import { lockAnyOrder } from '../../orders/back-office/admin-orders.queries.ts'
import { isInHands } from '../../orders/fulfilment/packing.queries.ts'
import { readParcels } from '../../orders/fulfilment/parcels.queries.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import { transitionOrder } from '../../orders/order-state.queries.ts'
import { isShort } from '../back-office/admin-groups.queries.ts'
import { groupSubject } from '../back-office/group-care.service.ts'
import { shopActor } from './closing-deps.ts'

/** Cancels the orders of a group whose owner gives the money back. */
const cancelShortGroup = defineJob<{ groupId: string }>({
  name: 'group.cancel_short',
  timeoutSeconds: 600,
})

const reason = '付款份數不足，團購取消並退款'

/** Ships or cancels a group short after payments; nothing happens by itself. */
export function decideShortfall(
  { db, jobs }: { db: NodePgDatabase; jobs: JobSender },
  actor: StaffActor,
  { id, decision }: { id: string; decision: 'ship' | 'cancel' },
): Promise<void> {
  return transaction(db, async (tx) => {
    const [group] = await tx.select().from(groups).where(eq(groups.id, id)).for('no key update')
    if (!group) throw new ShopError('GROUP_NOT_FOUND')
    const [short] = await tx
      .select({ title: campaigns.title })
      .from(groups)
      .innerJoin(campaigns, eq(campaigns.id, groups.campaignId))
      .where(and(eq(groups.id, id), isShort))
    if (!short) throw new ShopError('GROUP_NO_SHORTFALL')
    await tx
      .update(groups)
      .set({ shortfall: decision, version: sql`${groups.version} + 1` })
      .where(eq(groups.id, id))
    if (decision === 'cancel') await jobs.send(tx, cancelShortGroup, { groupId: id })
    const subject = groupSubject(group, short)
    await recordAudit(tx, actor, { action: 'group.shortfall', subject, after: { decision } })
  })
}

interface CancelDeps {
  db: NodePgDatabase
  subscribers: readonly OrderSubscriber[]
}

export function registerShortfall(jobs: Jobs, deps: CancelDeps): void {
  jobs.register(cancelShortGroup, ({ groupId }) => cancelConfirmed(deps, groupId))
}

/** Each order in a transaction of its own, archived ones too; what has been shipped or handed out stays. */
async function cancelConfirmed({ db, subscribers }: CancelDeps, groupId: string): Promise<void> {
  const places = await db
    .select({ orderId: participations.orderId })
    .from(participations)
    .where(
      and(
        eq(participations.groupId, groupId),
        eq(participations.state, 'confirmed'),
        isNull(participations.handedOutAt),
      ),
    )
    .orderBy(asc(participations.seq))
  for (const { orderId } of places) {
    await transaction(db, async (tx) => {
      const order = await lockAnyOrder(tx, orderId)
      if (!order || !isInHands(order)) return
      if ((await readParcels(tx, orderId)).length > 0) return
      const cancel = { event: 'cancel_by_owner', actor: shopActor, reason } as const
      await transitionOrder(tx, order, { ...cancel, detail: { reason } }, subscribers)
    })
  }
}
