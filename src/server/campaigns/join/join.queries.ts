import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { campaignLeaders, campaigns } from '../../db/tables/campaigns.ts'
import { groups } from '../../db/tables/groups.ts'
import type { Transaction } from '../../db/transaction.ts'
import { type CampaignFacts, campaignFacts } from '../campaign-facts.ts'
import type { GroupRow } from '../group-wire.ts'

/** Fields of a group that decide whether one can join, read before any lock. */
export interface GroupRoom
  extends Pick<GroupRow, 'state' | 'closingReason' | 'maxUnits' | 'unitsTaken'> {
  /** By `shop_now()`. */
  isOver: boolean
}

const room = prepared((db) =>
  db
    .select({
      state: groups.state,
      closingReason: groups.closingReason,
      maxUnits: groups.maxUnits,
      unitsTaken: groups.unitsTaken,
      isOver: sql<boolean>`shop_now() >= ${groups.expiresAt}`.as('is_over'),
    })
    .from(groups)
    .where(eq(groups.code, sql.placeholder('code')))
    .prepare('group_room'),
)

export async function findGroupRoom(db: Db, code: string): Promise<GroupRoom | undefined> {
  const [row] = await room(db).execute({ code })
  return row
}

/** A group with what is needed to join it. */
export interface GroupToJoin extends CampaignFacts {
  group: GroupRow
}

const toJoin = prepared((db) =>
  db
    .select({
      ...campaignFacts,
      group: getTableColumns(groups),
    })
    .from(groups)
    .innerJoin(campaigns, eq(campaigns.id, groups.campaignId))
    .where(eq(groups.code, sql.placeholder('code')))
    .prepare('group_to_join'),
)

export async function findGroupToJoin(db: Db, code: string): Promise<GroupToJoin | undefined> {
  const [row] = await toJoin(db).execute({ code })
  return row
}

/** A campaign in which a team is to be opened; whoever closes it waits for the transaction. */
export interface CampaignToLead extends CampaignFacts {
  /** By `shop_now()`. */
  isOver: boolean
  isNamedLeader: boolean
  leadsAlready: boolean
}

export async function lockCampaignToLead(
  tx: Transaction,
  { campaignId, memberId }: { campaignId: string; memberId: string },
): Promise<CampaignToLead | undefined> {
  await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(eq(campaigns.id, campaignId))
    .for('share')
  const [row] = await tx
    .select({
      ...campaignFacts,
      isOver: sql<boolean>`coalesce(shop_now() >= ${campaigns.endsAt}, false)`.as('is_over'),
      isNamedLeader: sql<boolean>`exists (select from ${campaignLeaders}
        where ${campaignLeaders.campaignId} = "campaigns".id
          and ${campaignLeaders.memberId} = ${memberId})`.as('is_named_leader'),
      leadsAlready: sql<boolean>`exists (select from ${groups}
        where ${groups.campaignId} = "campaigns".id and ${groups.leaderId} = ${memberId}
          and ${groups.poolOf} is null
          and ${groups.state} in ('forming', 'reached', 'closing'))`.as('leads_already'),
    })
    .from(campaigns)
    .where(eq(campaigns.id, campaignId))
  return row
}

/**
 * One at a time makes a member the leader of a team: the member, or whoever passes the lead on.
 * False when another transaction is at it.
 */
export async function lockLeading(
  tx: Transaction,
  { campaignId, memberId }: { campaignId: string; memberId: string },
): Promise<boolean> {
  const { rows } = await tx.execute<{ is_mine: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${`${campaignId} ${memberId}`}, 1)) as is_mine`)
  return rows[0]?.is_mine === true
}
