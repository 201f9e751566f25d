import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { ParticipationState } from '#contract/campaign-states.ts'
import type { Db } from '../../db/connect.ts'
import { campaigns } from '../../db/tables/campaigns.ts'
import { groups } from '../../db/tables/groups.ts'
import { members } from '../../db/tables/members.ts'
import { orders } from '../../db/tables/orders.ts'
import { participations } from '../../db/tables/participations.ts'
import { isUnpaidToSend } from '../../orders/pays-on-delivery.ts'
import { type CampaignFacts, campaignFacts } from '../campaign-facts.ts'
import { placeDelay } from '../delays/place-delay.ts'
import type { GroupRow, ShownMember } from '../group-wire.ts'
import { type ParticipationFacts, participationLines, toLeader } from '../participations.queries.ts'
import { sellerName } from '../sellers/place-seller.ts'
import { isPaidPlace } from '../supply/settlement.queries.ts'

type Places = Partial<Record<ParticipationState, { members: number; units: number }>>

/** A group as the back office sees it. */
export interface ListedGroup extends CampaignFacts {
  group: GroupRow
  places: Places
  /** Paid and not refunded. */
  paid: { members: number; units: number }
  leader: ShownMember | null
  leaderEmail: string | null
}

const places = sql<Places>`(
  select coalesce(json_object_agg(state, json_build_object('members', members, 'units', units)), '{}')
  from (
    select state, count(*)::int as members, sum(qty)::int as units from participations
    where group_id = "groups".id group by state
  ) as of_state
)`

const paid = sql<ListedGroup['paid']>`(
  select json_build_object('members', count(*)::int, 'units', coalesce(sum(place.qty), 0)::int)
  from participations as place join orders on orders.id = place.order_id
  where place.group_id = "groups".id and ${isPaidPlace}
)`

const leader = sql<ShownMember | null>`(
  select json_build_object('shownName', place.shown_name, 'isAnonymous', false)
  from participations as place
  where place.group_id = "groups".id and place.member_id = "groups".leader_id
  order by place.seq desc limit 1
)`

/** Seconds and hundredths of the minimum below which a group may fail. */
const riskSeconds = 24 * 60 * 60
const riskPercent = 60

// The time is read once, so that the index on `expires_at` can be used.
const isAtRisk = sql`${groups.state} in ('forming', 'reached')
  and ${groups.expiresAt} < (select shop_now()) + ${riskSeconds} * interval '1 second'
  and 100 * case when ${campaigns.metric} = 'units' then ${groups.unitsCounted}
    else ${groups.membersCounted} end < ${riskPercent} * ${campaigns.minTarget}`

/** Groups with a paid place whose order is in hand; each of its states has an index of its own. */
const groupsWith = (isInHand: SQL) => sql`
    select place.group_id from participations as place join orders on orders.id = place.order_id
    where ${isPaidPlace} and ${isInHand}`

/**
 * Something of it can still be cancelled, it succeeded, everybody has paid or lapsed, and less than
 * the minimum is paid. The orders in hand are few, the groups that ever succeeded are not: as an
 * array they are read first and once.
 */
export const isShort = sql`"groups".id = any(array(
    ${groupsWith(sql`orders.state in ('paid', 'preparing')`)}
    union all ${groupsWith(isUnpaidToSend)}))
  and ${groups.outcome} = 'succeeded' and ${groups.shortfall} is null
  and not exists (select from allotments join orders on orders.id = allotments.order_id
    where orders.group_id = "groups".id and allotments.undone_at is null)
  and not exists (select from participations as place where place.group_id = "groups".id
    and place.state in ('held', 'authorised', 'awaiting_payment'))
  and ${campaigns.minTarget} > (
    select case when ${campaigns.metric} = 'units' then coalesce(sum(place.qty), 0) else count(*) end
    from participations as place join orders on orders.id = place.order_id
    where place.group_id = "groups".id and ${isPaidPlace})`

export interface GroupFilter {
  campaignId?: string | undefined
  isAtRisk?: boolean
  isShort?: boolean
}

export async function listGroups(
  db: Db,
  filter: GroupFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: ListedGroup[]; total: number }> {
  const where = and(
    filter.campaignId === undefined ? undefined : eq(groups.campaignId, filter.campaignId),
    filter.isAtRisk ? isAtRisk : undefined,
    filter.isShort ? isShort : undefined,
  )
  const order: SQL[] = filter.isAtRisk ? [asc(groups.expiresAt), asc(groups.id)] : [asc(groups.id)]
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        ...campaignFacts,
        group: getTableColumns(groups),
        places: places.as('places'),
        paid: paid.as('paid'),
        leader: leader.as('leader'),
        leaderEmail: members.email,
      })
      .from(groups)
      .innerJoin(campaigns, eq(campaigns.id, groups.campaignId))
      .leftJoin(members, eq(members.uid, groups.leaderId))
      .where(where)
      .orderBy(...order)
      .limit(page.limit)
      .offset(page.offset),
    db
      .select({ total: sql<number>`count(*)`.mapWith(Number) })
      .from(groups)
      .innerJoin(campaigns, eq(campaigns.id, groups.campaignId))
      .where(where),
  ])
  return { rows, total: counted?.total ?? 0 }
}

export async function isGroup(db: Db, id: string): Promise<boolean> {
  return (await db.$count(groups, eq(groups.id, id))) > 0
}

export interface ListedPlace extends ParticipationFacts {
  orderNumber: string
  contact: { name: string; email: string; tel: string }
}

/** One page of the places of a group, in joining order. */
export async function listPlaces(
  db: Db,
  of: { groupId: string; state: ParticipationState | undefined },
  page: { limit: number; offset: number },
): Promise<{ rows: ListedPlace[]; total: number }> {
  const where = and(
    eq(participations.groupId, of.groupId),
    of.state && eq(participations.state, of.state),
  )
  const [rows, total] = await Promise.all([
    db
      .select({
        ...campaignFacts,
        participation: getTableColumns(participations),
        group: getTableColumns(groups),
        lines: participationLines().as('lines'),
        isOver: sql<boolean>`shop_now() >= ${groups.expiresAt}`.as('is_over'),
        payBy: orders.expiresAt,
        delay: placeDelay.as('delay'),
        toLeader: toLeader.as('to_leader'),
        seller: sellerName.as('seller'),
        orderNumber: orders.number,
        contact: {
          name: orders.contactName,
          email: orders.userEmail,
          tel: orders.userTel,
        },
      })
      .from(participations)
      .innerJoin(groups, eq(groups.id, participations.groupId))
      .innerJoin(campaigns, eq(campaigns.id, participations.campaignId))
      .innerJoin(orders, eq(orders.id, participations.orderId))
      .where(where)
      .orderBy(asc(participations.seq))
      .limit(page.limit)
      .offset(page.offset),
    db.$count(participations, where),
  ])
  return { rows, total }
}
