import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { campaigns } from '../db/tables/campaigns.ts'
import { groups } from '../db/tables/groups.ts'
import { participations } from '../db/tables/participations.ts'
import { readersLineTitle } from '../orders/sold-product.ts'
import { type CampaignFacts, campaignFacts } from './campaign-facts.ts'
import { type PlaceDelay, placeDelay } from './delays/place-delay.ts'
import type { GroupRow } from './group-wire.ts'
import { placeSums } from './leader-money/leader-money.queries.ts'
import { sellerName } from './sellers/place-seller.ts'

/** Written out, because PostgreSQL uses the partial index for this literal condition alone. */
export const isLive = sql`${participations.state} in ('held', 'authorised', 'awaiting_payment', 'confirmed')`

/** Of a place: its member is none of those whom others enter. */
export const hasAccount = sql`${participations.memberId} not like 'line:%'`

export type ParticipationRow = typeof participations.$inferSelect

export interface ParticipationLine {
  productId: string
  /** Absent of a product without options. */
  variantId?: string
  variantTitle?: string
  title: string
  qty: number
  /** In whole NT$. */
  unitPrice: number
  total: number
}

/** A place with its group, its campaign and the lines of its order. */
export interface ParticipationFacts extends CampaignFacts {
  participation: ParticipationRow
  group: GroupRow
  lines: ParticipationLine[]
  /** The time of the group is over, by `shop_now()`. */
  isOver: boolean
  /** When the place lapses unless it is paid: the end of its order. */
  payBy: Date | null
  delay: PlaceDelay | null
  /** Of a place that owes its leader, in whole NT$; null for every other. */
  toLeader: { open: number; received: number } | null
  /** Name of the seller whose link led to it, masked. */
  seller: string | null
}

/** The lines of its order, with the titles for the reader of now. */
export const participationLines = () => sql<ParticipationLine[]>`(
  select coalesce(json_agg(json_strip_nulls(json_build_object('productId', line.product_id,
    'variantId', line.variant_id, 'variantTitle', nullif(line.variant_title, ''),
    'title', ${readersLineTitle()}, 'qty', line.qty, 'unitPrice', line.unit_price, 'total', line.total))
    order by line.id), '[]')
  from order_lines as line where line.order_id = "participations".order_id
)`

/** The end of its order: a number that was issued late has moved it. */
const payByOfOrder =
  sql<Date | null>`(select expires_at from orders where orders.id = "participations".order_id)`.mapWith(
    participations.payBy,
  )

/** The debt of a place to its leader; null for one that owes none. */
export const toLeader = sql<ParticipationFacts['toLeader']>`(
  case when (select pays_leader from campaigns where campaigns.id = "participations".campaign_id)
  then (
    select json_build_object('received', sums.received,
      'open', greatest(0, sums.expected - sums.received))
    from (${placeSums} where place.id = "participations".id) as sums where sums."isOwed") end)`

const columns = () => ({
  ...campaignFacts,
  participation: getTableColumns(participations),
  group: getTableColumns(groups),
  lines: participationLines().as('lines'),
  isOver: sql<boolean>`shop_now() >= ${groups.expiresAt}`.as('is_over'),
  payBy: payByOfOrder.as('pay_by_of_order'),
  delay: placeDelay.as('delay'),
  toLeader: toLeader.as('to_leader'),
  seller: sellerName.as('seller'),
})

function selectPlaces(db: Db) {
  return db
    .select(columns())
    .from(participations)
    .innerJoin(groups, eq(groups.id, participations.groupId))
    .innerJoin(campaigns, eq(campaigns.id, participations.campaignId))
}

/** One page of a member's places, the newest first. */
export async function listOwnParticipations(
  db: Db,
  page: { memberId: string; code: string | null; limit: number; offset: number },
): Promise<{ rows: ParticipationFacts[]; total: number }> {
  const { memberId, code } = page
  const where = and(
    eq(participations.memberId, memberId),
    code === null
      ? undefined
      : sql`${participations.groupId} = (select id from groups where code = ${code})`,
  )
  const [rows, total] = await Promise.all([
    selectPlaces(db)
      .where(where)
      .orderBy(desc(participations.id))
      .limit(page.limit)
      .offset(page.offset),
    db.$count(participations, where),
  ])
  return { rows, total }
}

/** A place of this member; one of another member is not found. */
export async function findOwnParticipation(
  db: Db,
  { memberId, id }: { memberId: string; id: string },
): Promise<ParticipationFacts | undefined> {
  const isOwn = and(eq(participations.memberId, memberId), eq(participations.id, id))
  const [row] = await selectPlaces(db).where(isOwn)
  return row
}

export interface MemberRecord {
  /** Has a live place in the group. */
  hasPlace: boolean
  /** Live units over all groups of the campaign. */
  units: number
  /** Places that were not paid after success and still count. */
  lapses: number
}

/** So many places that were not paid bar a member from paying after success. */
const maxLapses = 2

export function isBarred({ lapses }: Pick<MemberRecord, 'lapses'>): boolean {
  return lapses >= maxLapses
}

/** How long a place that was not paid counts. */
const lapseDays = 180

/** The accounts of the mailboxes that this one has or had. */
const accountsOf = (memberId: string) => sql`
  select ${memberId}::text as uid
  union
  select other.uid from member_mailboxes as own
  join member_mailboxes as other using (mailbox) where own.uid = ${memberId}`

/**
 * Units that the other accounts of the mailbox have in a campaign. Anybody may sign up with a mailbox
 * of somebody else, so places of an account that has not proved it take nothing from one that has.
 */
const unitsOfOthers = (of: {
  campaignId: string | null
  memberId: string
  isProved: boolean
}) => sql`(
  select coalesce(sum(other.units), 0) from (
    select units from campaign_members
    where campaign_id = ${of.campaignId} and member_id <> ${of.memberId}
      and member_id in (${accountsOf(of.memberId)})
    union all
    select -qty from participations
    where ${of.isProved} and campaign_id = ${of.campaignId} and member_id <> ${of.memberId}
      and state = 'held' and needs_proof and member_id in (${accountsOf(of.memberId)})
  ) as other)`

/**
 * The facts of a member that decide about joining; the accounts of one mailbox count as one.
 * `isProved`: the member has proved it.
 */
export async function readMemberRecord(
  db: Db,
  of: { campaignId: string | null; groupId: string | null; memberId: string; isProved: boolean },
): Promise<MemberRecord> {
  const { campaignId, groupId, memberId } = of
  const { rows } = await db.execute<{ has_place: boolean; units: number; lapses: number }>(sql`
    with same as (${accountsOf(memberId)})
    select
      exists (select from participations where group_id = ${groupId} and member_id = ${memberId}
        and state in ('held', 'authorised', 'awaiting_payment', 'confirmed')) as has_place,
      (coalesce((select units from campaign_members
        where campaign_id = ${campaignId} and member_id = ${memberId}), 0)
        + ${unitsOfOthers(of)})::int as units,
      (select count(*)::int from participations
        where member_id in (select uid from same) and state = 'lapsed' and pay_by is not null
          and ended_at > shop_now() - ${lapseDays} * interval '1 day'
          and ended_at > coalesce((select max(at) from group_pardons
            where member_id in (select uid from same)), '-infinity')) as lapses`)
  const [row] = rows
  if (!row) throw new Error('the record of a member came back empty')
  return { hasPlace: row.has_place, units: row.units, lapses: row.lapses }
}

/** Keeps the end of the account that a member transferred from; false for a place that is not theirs, or ended. */
export async function setLastFive(
  db: Db,
  of: { id: string; memberId: string; lastFive: string | null },
): Promise<boolean> {
  const changed = await db
    .update(participations)
    .set({ lastFive: of.lastFive, version: sql`${participations.version} + 1` })
    .where(
      and(
        eq(participations.id, of.id),
        eq(participations.memberId, of.memberId),
        isLive,
        sql`exists (select from campaigns
          where campaigns.id = "participations".campaign_id and campaigns.pays_leader)`,
      ),
    )
    .returning({ id: participations.id })
  return changed.length === 1
}

type NewPlace = Omit<
  typeof participations.$inferInsert,
  'joinedAt' | 'holdUntil' | 'seq' | 'remindedAt'
> & {
  /** Until when it waits for an authorisation; null: it does not. */
  holdSeconds: number | null
}

/** False when the member has a live place in the group already. */
export async function insertParticipation(
  db: Db,
  { holdSeconds, ...place }: NewPlace,
): Promise<boolean> {
  const inserted = await db
    .insert(participations)
    .values({
      ...place,
      joinedAt: sql`shop_now()`,
      holdUntil: sql`shop_now() + ${holdSeconds}::int * interval '1 second'`,
    })
    .onConflictDoNothing()
    .returning({ id: participations.id })
  return inserted.length === 1
}

/**
 * Adds to the live units of a member and locks their row; false when the limit would be passed.
 */
export async function addMemberUnits(
  db: Db,
  of: {
    campaignId: string
    memberId: string
    units: number
    limit: number | null
    isProved: boolean
  },
): Promise<boolean> {
  const { campaignId, memberId, units, limit } = of
  const [, { rowCount }] = await Promise.all([
    // The lock of the mailbox is sent first, so two accounts of one mailbox cannot both be counted below the limit.
    limit !== null &&
      db.execute(sql`
        select from member_mailboxes as other where mailbox in (
          select mailbox from member_mailboxes where uid = ${memberId})
        order by mailbox, uid for no key update`),
    db.execute(sql`
      with others as (
        select ${unitsOfOthers(of)} as units
      )
      insert into campaign_members as own (campaign_id, member_id, units)
      select ${campaignId}, ${memberId}, ${units} from others
      where ${limit}::int is null or ${units}::int + others.units <= ${limit}::int
      on conflict (campaign_id, member_id) do update set units = own.units + excluded.units
      where ${limit}::int is null
        or own.units + excluded.units + (select units from others) <= ${limit}::int`),
  ])
  return rowCount === 1
}
