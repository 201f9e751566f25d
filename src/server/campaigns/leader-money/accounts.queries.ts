import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { groups, type LeaderPayWays } from '../../db/tables/groups.ts'
import { orders } from '../../db/tables/orders.ts'
import { participations } from '../../db/tables/participations.ts'
import { type ParticipationLine, participationLines } from '../participations.queries.ts'
import { placeSums } from './leader-money.queries.ts'

/** A participant as the leader of the account sees them. */
export interface AccountPerson {
  name: string
  tel: string
  lastFive: string | null
  lines: ParticipationLine[]
}

export async function readAccountPersons(
  db: Db,
  groupId: string,
): Promise<Map<string, AccountPerson>> {
  const rows = await db
    .select({
      id: participations.id,
      name: orders.contactName,
      tel: orders.userTel,
      lastFive: participations.lastFive,
      lines: participationLines().as('lines'),
    })
    .from(participations)
    .innerJoin(orders, eq(orders.id, participations.orderId))
    .where(eq(participations.groupId, groupId))
    .orderBy(asc(participations.seq))
  return new Map(rows.map(({ id, ...person }) => [id, person]))
}

export async function readPayWays(db: Db, groupId: string): Promise<LeaderPayWays> {
  const [row] = await db
    .select({ payWays: groups.payWays })
    .from(groups)
    .where(eq(groups.id, groupId))
  return row?.payWays ?? {}
}

export interface ListedAccount extends Record<string, unknown> {
  groupId: string
  code: string
  campaignId: string
  title: string
  leaderName: string | null
  leaderEmail: string | null
  expected: number
  received: number
  settled: number
  handedOver: number
  announced: number
}

export interface AccountFilter {
  campaignId?: string | undefined
  /** `open`: expected, received and handed over differ; `announced`: a hand-over is to be booked. */
  waits?: 'open' | 'announced' | undefined
}

const accounts = sql`
  select groups.id as "groupId", groups.code, groups.campaign_id as "campaignId", campaigns.title,
    members.display_name as "leaderName", members.email as "leaderEmail",
    sums.expected, sums.received, sums.settled,
    given."handedOver", given.announced
  from groups join campaigns on campaigns.id = groups.campaign_id and campaigns.pays_leader
  left join members on members.uid = groups.leader_id
  cross join lateral (
    select coalesce(sum(expected), 0)::float8 as expected,
      coalesce(sum(received), 0)::float8 as received, coalesce(sum(settled), 0)::float8 as settled
    from (${placeSums} where place.group_id = groups.id) as of_place
  ) as sums
  cross join lateral (
    select coalesce(sum(booked), 0)::float8 as "handedOver",
      coalesce(sum(amount) filter (where booked is null), 0)::float8 as announced
    from leader_hand_overs where group_id = groups.id and voided_at is null
  ) as given
  where groups.outcome = 'succeeded'`

const conditions = {
  open: sql`(expected <> "handedOver" or received <> "handedOver" or announced > 0)`,
  announced: sql`announced > 0`,
}

const found = ({ campaignId, waits }: AccountFilter) => sql`(
  select * from (${accounts}) as account
  where ${campaignId === undefined ? sql`true` : sql`"campaignId" = ${campaignId}`}
    and ${waits === undefined ? sql`true` : conditions[waits]})`

/** How many of them the filter `announced` finds. */
export async function countAnnounced(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(distinct groups.id)::int as n from leader_hand_overs as given
    join groups on groups.id = given.group_id and groups.outcome = 'succeeded'
    join campaigns on campaigns.id = groups.campaign_id and campaigns.pays_leader
    where given.booked is null and given.voided_at is null`)
  return rows[0]?.n ?? 0
}

/** One page of the accounts of groups that have succeeded, the newest first. */
export async function listAccounts(
  db: Db,
  filter: AccountFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: ListedAccount[]; total: number }> {
  const [{ rows }, { rows: counted }] = await Promise.all([
    db.execute<ListedAccount>(sql`select * from ${found(filter)} as account
      order by "groupId" desc limit ${page.limit} offset ${page.offset}`),
    db.execute<{ n: number }>(sql`select count(*)::int as n from ${found(filter)} as account`),
  ])
  return { rows, total: counted[0]?.n ?? 0 }
}

/** Of all accounts that the filter finds; in whole NT$. */
export async function sumAccounts(db: Db, filter: AccountFilter) {
  const { rows } = await db.execute<
    Record<'expected' | 'received' | 'settled' | 'handedOver' | 'announced', number>
  >(sql`
    select coalesce(sum(expected), 0)::float8 as expected,
      coalesce(sum(received), 0)::float8 as received,
      coalesce(sum(settled), 0)::float8 as settled,
      coalesce(sum("handedOver"), 0)::float8 as "handedOver",
      coalesce(sum(announced), 0)::float8 as announced
    from ${found(filter)} as account`)
  const [sums] = rows
  if (!sums) throw new Error('the sums of the accounts came back empty')
  return sums
}
