import { and, asc, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { CampaignState } from '#contract/campaign-states.ts'
import type { CampaignTab } from '#contract/campaign-tabs.ts'
import type { Db } from '../db/connect.ts'
import { campaigns } from '../db/tables/campaigns.ts'
import { groups } from '../db/tables/groups.ts'
import { type CampaignFacts, campaignFacts } from './campaign-facts.ts'
import type { GroupFacts, GroupRow } from './group-wire.ts'

const statesOfTab: Record<CampaignTab, readonly CampaignState[]> = {
  open: ['open'],
  scheduled: ['scheduled'],
  ended: ['closing', 'succeeded', 'failed', 'settled', 'cancelled'],
}
const orderOfTab: Record<CampaignTab, SQL[]> = {
  open: [asc(campaigns.endsAt), asc(campaigns.id)],
  scheduled: [asc(campaigns.startsAt), asc(campaigns.id)],
  ended: [desc(campaigns.endsAt), desc(campaigns.id)],
}

/** Neither a draft, nor one that was cancelled as a draft, was ever public. */
const isPublished = and(
  sql`${campaigns.state} <> 'draft'`,
  sql`not exists (select from group_events where group_events.campaign_id = "campaigns".id
    and group_events.event = 'cancel' and group_events.from_state = 'draft'
    and group_events.group_id is null)`,
)

/** An archived campaign is in no list; its page still opens, for its participants. */
const isListed = and(isNull(campaigns.archivedAt), isPublished)

/** Of a pool; null for a campaign of teams, and before it opens. */
export type CampaignWithPool = CampaignFacts & { group: GroupRow | null }

const withPool = { ...campaignFacts, group: getTableColumns(groups) }

export async function listCampaigns(
  db: Db,
  page: { tab: CampaignTab; productId: string | undefined; limit: number; offset: number },
): Promise<{ rows: CampaignWithPool[]; total: number }> {
  const { tab, productId } = page
  const where = and(
    isListed,
    inArray(campaigns.state, [...statesOfTab[tab]]),
    productId === undefined
      ? undefined
      : sql`exists (select from campaign_products as part
          where part.campaign_id = "campaigns".id and part.product_id = ${productId})`,
  )
  const [rows, total] = await Promise.all([
    db
      .select(withPool)
      .from(campaigns)
      .leftJoin(groups, eq(groups.poolOf, campaigns.id))
      .where(where)
      .orderBy(...orderOfTab[tab])
      .limit(page.limit)
      .offset(page.offset),
    db.$count(campaigns, where),
  ])
  return { rows, total }
}

/** The campaigns that are open or to come, what ends first first. */
export async function listCampaignIds(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(isListed, inArray(campaigns.state, ['open', 'scheduled'])))
    .orderBy(asc(campaigns.endsAt), asc(campaigns.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function findPublicCampaign(
  db: Db,
  id: string,
): Promise<CampaignWithPool | undefined> {
  const [row] = await db
    .select(withPool)
    .from(campaigns)
    .leftJoin(groups, eq(groups.poolOf, campaigns.id))
    .where(and(isPublished, eq(campaigns.id, id)))
  return row
}

const shownRecently = 20

const recent = sql<GroupFacts['recent']>`(
  select coalesce(json_agg(json_build_object('shownName', last.shown_name, 'isAnonymous',
    last.is_anonymous, 'joinedAt', floor(extract(epoch from last.joined_at)))
    order by last.seq desc), '[]')
  from (
    select seq, shown_name, is_anonymous, joined_at from participations
    where group_id = "groups".id
      and state in ('held', 'authorised', 'awaiting_payment', 'confirmed')
    order by seq desc limit ${sql.raw(String(shownRecently))}
  ) as last
)`

/** As they joined; one whom the owner named and who has not joined, by the name of the account. */
const leader = sql<GroupFacts['leader']>`coalesce((
  select json_build_object('shownName', place.shown_name, 'isAnonymous', place.is_anonymous)
  from participations as place
  where place.group_id = "groups".id and place.member_id = "groups".leader_id
  order by place.seq desc limit 1
), (
  select json_build_object('shownName', left(coalesce(display_name, ''), 1) || '○○', 'isAnonymous', false)
  from members where uid = "groups".leader_id
))`

/** `now` is the database's clock as it was read, in milliseconds. */
export async function findGroup(
  db: Db,
  code: string,
): Promise<(CampaignFacts & GroupFacts & { now: number }) | undefined> {
  const [row] = await db
    .select({
      ...campaignFacts,
      group: getTableColumns(groups),
      recent: recent.as('recent'),
      leader: leader.as('leader'),
      now: sql<number>`extract(epoch from shop_now()) * 1000`.mapWith(Number).as('now'),
    })
    .from(groups)
    .innerJoin(campaigns, eq(campaigns.id, groups.campaignId))
    .where(eq(groups.code, code))
  return row
}

export async function isGroup(db: Db, code: string): Promise<boolean> {
  return (await db.$count(groups, eq(groups.code, code))) > 0
}

/** The clock by which campaigns are decided, in milliseconds. */
export async function readShopNow(db: Db): Promise<number> {
  const { rows } = await db.execute<{ now: string }>(
    sql`select extract(epoch from shop_now()) * 1000 as now`,
  )
  return Number(rows[0]?.now)
}
