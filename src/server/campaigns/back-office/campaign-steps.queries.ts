import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { liveParticipationStates } from '#contract/campaign-states.ts'
import type { Db } from '../../db/connect.ts'
import { campaignExtensions } from '../../db/tables/campaigns.ts'
import { groups } from '../../db/tables/groups.ts'
import { participations } from '../../db/tables/participations.ts'
import { payments } from '../../db/tables/payments.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { GroupRow } from '../group-wire.ts'

/** The groups of a campaign in the order of their ids, locked until the end of the transaction. */
export function lockGroups(tx: Transaction, campaignId: string): Promise<GroupRow[]> {
  return tx
    .select()
    .from(groups)
    .where(eq(groups.campaignId, campaignId))
    .orderBy(asc(groups.id))
    .for('no key update')
}

export async function lockGroupRow(tx: Transaction, id: string): Promise<GroupRow | undefined> {
  const [group] = await tx.select().from(groups).where(eq(groups.id, id)).for('no key update')
  return group
}

export async function findGroupCampaign(db: Db, groupId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ campaignId: groups.campaignId })
    .from(groups)
    .where(eq(groups.id, groupId))
  return row?.campaignId
}

export async function countExtensions(tx: Transaction, campaignId: string): Promise<number> {
  return tx.$count(campaignExtensions, eq(campaignExtensions.campaignId, campaignId))
}

export async function insertExtension(
  tx: Transaction,
  extension: Omit<typeof campaignExtensions.$inferInsert, 'at'>,
): Promise<void> {
  await tx.insert(campaignExtensions).values(extension)
}

export async function updateGroup(
  tx: Transaction,
  id: string,
  change: Partial<Pick<GroupRow, 'expiresAt' | 'leaderId' | 'payWays'>>,
): Promise<void> {
  await tx
    .update(groups)
    .set({ ...change, version: sql`${groups.version} + 1` })
    .where(eq(groups.id, id))
}

/** Whether money of a live place in these groups was taken, or authorised. */
export async function hasMoney(db: Db, groupIds: readonly string[]): Promise<boolean> {
  if (groupIds.length === 0) return false
  const [row] = await db
    .select({ id: participations.id })
    .from(participations)
    .innerJoin(payments, eq(payments.orderId, participations.orderId))
    .where(
      and(
        inArray(participations.groupId, [...groupIds]),
        inArray(participations.state, [...liveParticipationStates]),
        inArray(payments.status, ['authorised', 'succeeded']),
      ),
    )
    .limit(1)
  return row !== undefined
}
