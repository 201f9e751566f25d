import { inArray, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Db } from '../../db/connect.ts'
import { campaigns } from '../../db/tables/campaigns.ts'
import { groups } from '../../db/tables/groups.ts'
import { transaction } from '../../db/transaction.ts'
import { isOwedToLeader } from '../../orders/pays-on-delivery.ts'
import { hasOpenMoney } from '../../payments/open-money.ts'
import { lockGroup } from '../group-counts.ts'
import { moveCampaign, moveGroup } from '../moves.queries.ts'
import { isShippedJustNow, isUnshippedPlace } from '../supply/settlement.queries.ts'
import { lockCampaign, readOutcomes } from './closing.queries.ts'
import { shopActor } from './closing-deps.ts'

/** Its goods may have been sent before the leader handed its money over. */
const isOwedPlace = sql`(place.state = 'confirmed' and exists (
  select from orders where orders.id = place.order_id and ${isOwedToLeader}))`

/**
 * No place is open, its goods are handed over, and the gateway and the staff have nothing left to do
 * with its money. A parcel counts once its run cannot be undone any more.
 */
const isSettled = sql`not exists (
  select from participations as place
  where place.group_id = "groups".id and (
    place.state in ('held', 'authorised', 'awaiting_payment')
    or ${isOwedPlace} or ${isUnshippedPlace} or ${isShippedJustNow}
    or ${hasOpenMoney(sql`place.order_id`)}))`

async function listSettledGroups(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: groups.id })
    .from(groups)
    .where(sql`${groups.state} in ('succeeded', 'failed') and ${isSettled}`)
  return rows.map(({ id }) => id)
}

/** Settles every group with nothing left to do, and every campaign whose groups are. */
export async function settleAll(db: NodePgDatabase): Promise<void> {
  for (const id of await listSettledGroups(db)) await settleGroup(db, id)
  const decided = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(inArray(campaigns.state, ['succeeded', 'failed']))
  for (const { id } of decided) await settleCampaign(db, id)
}

function settleGroup(db: NodePgDatabase, groupId: string): Promise<void> {
  return transaction(db, async (tx) => {
    const group = await lockGroup(tx, groupId)
    if (group.state !== 'succeeded' && group.state !== 'failed') return
    // Nothing may have been opened since: a payment that was taken back, a return.
    const [still] = await tx
      .select({ id: groups.id })
      .from(groups)
      .where(sql`${groups.id} = ${groupId} and ${isSettled}`)
    if (still) await moveGroup(tx, group, { event: 'settle', actor: shopActor })
  })
}

function settleCampaign(db: NodePgDatabase, campaignId: string): Promise<void> {
  return transaction(db, async (tx) => {
    const campaign = await lockCampaign(tx, campaignId)
    if (campaign?.state !== 'succeeded' && campaign?.state !== 'failed') return
    const { open } = await readOutcomes(tx, campaignId)
    if (open === 0) await moveCampaign(tx, campaign, { event: 'settle', actor: shopActor })
  })
}
