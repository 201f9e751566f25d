import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { LeaderSending, ParticipationState, Supply } from '#contract/campaign-states.ts'
import type { OrderState } from '#contract/order-states.ts'
import type { Db } from '../../db/connect.ts'
import { groups, type LeaderPayWays } from '../../db/tables/groups.ts'
import { leaderHandOvers, leaderReceipts } from '../../db/tables/leader-money.ts'
import type { Transaction } from '../../db/transaction.ts'
import { isOwedToLeader } from '../../orders/pays-on-delivery.ts'

export type ReceiptRow = typeof leaderReceipts.$inferSelect
export type HandOverRow = typeof leaderHandOvers.$inferSelect

/** The money of one place between its participant, the leader and the shop; in whole NT$. */
export interface PlaceSums extends Record<string, unknown> {
  participationId: string
  groupId: string
  campaignId: string
  orderId: string
  state: ParticipationState
  orderState: OrderState
  paymentMethod: string | null
  /** It waits for money of the leader. */
  isOwed: boolean
  total: number
  /** Of the shop's books: paid with what the leader handed over. */
  settled: number
  /** `settled`, or what it owes. */
  expected: number
  /** As the leader ticked it, less what was given back. */
  received: number
}

/** Of a `place`, in whole NT$. */
export const receivedOf: SQL = sql`(select coalesce(sum(receipt.amount), 0)
  from leader_receipts as receipt
  where receipt.order_id = place.order_id and receipt.voided_at is null)`

const settledOf = sql`(select coalesce(sum(coalesce(payment.captured_amount, payment.amount)), 0)
  from payments as payment where payment.order_id = orders.id
    and payment.method = 'to_leader' and payment.status = 'succeeded')`

/** The same for a statement that reads many groups: one row for each place. */
export const placeSums: SQL = sql`
  select place.id as "participationId", place.group_id as "groupId",
    place.campaign_id as "campaignId", place.order_id as "orderId", place.state, place.seq,
    orders.state as "orderState", orders.payment_method as "paymentMethod",
    owed.is as "isOwed", orders.total::float8 as total, paid.sum::float8 as settled,
    (paid.sum + case when owed.is then orders.total else 0 end)::float8 as expected,
    ${receivedOf}::float8 as received
  from participations as place join orders on orders.id = place.order_id
  cross join lateral (select ${settledOf} as sum) as paid
  cross join lateral (select ${isOwedToLeader}
    and place.state in ('awaiting_payment', 'confirmed') as is) as owed`

/** The places of a group, or that of one order, in the order of joining. */
export async function readPlaceSums(
  db: Db,
  of: { groupId: string } | { orderId: string },
): Promise<PlaceSums[]> {
  const where =
    'groupId' in of ? sql`place.group_id = ${of.groupId}` : sql`place.order_id = ${of.orderId}`
  const { rows } = await db.execute<PlaceSums>(sql`${placeSums} where ${where} order by place.seq`)
  return rows
}

/** Booked money that has paid no order yet; in whole NT$. */
export async function readUnallocated(db: Db, groupId: string): Promise<number> {
  const { rows } = await db.execute<{ left: number }>(sql`
    select ((select coalesce(sum(booked), 0) from leader_hand_overs
        where group_id = ${groupId} and voided_at is null)
      - (select coalesce(sum(of_place.settled), 0) from (${placeSums}
          where place.group_id = ${groupId}) as of_place))::float8 as left`)
  return rows[0]?.left ?? 0
}

/** All writers of one account follow each other; taken before any order is locked. */
export async function lockAccount(tx: Transaction, groupId: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`leader account ${groupId}`}, 0))`,
  )
}

/** A group that is paid to its leader, as far as its account goes. */
export interface AccountGroup extends Record<string, unknown> {
  id: string
  code: string
  campaignId: string
  title: string
  titleInEnglish: string | null
  leaderId: string | null
  sending: LeaderSending
  supply: Supply
}

export async function findAccountGroup(
  db: Db,
  by: { id: string } | { code: string },
): Promise<AccountGroup | undefined> {
  const where = 'id' in by ? sql`groups.id = ${by.id}` : sql`groups.code = ${by.code}`
  const { rows } = await db.execute<AccountGroup>(sql`
    select groups.id, groups.code, groups.campaign_id as "campaignId", campaigns.title,
      campaigns.english ->> 'title' as "titleInEnglish",
      groups.leader_id as "leaderId", campaigns.leader_sending as sending, campaigns.supply
    from groups join campaigns on campaigns.id = groups.campaign_id
    where ${where} and campaigns.pays_leader`)
  return rows[0]
}

/** Those that stand, the oldest first. */
export function listReceipts(db: Db, groupId: string): Promise<ReceiptRow[]> {
  return db
    .select()
    .from(leaderReceipts)
    .where(and(eq(leaderReceipts.groupId, groupId), isNull(leaderReceipts.voidedAt)))
    .orderBy(asc(leaderReceipts.id))
}

/** Also those that were taken back, the newest first. */
export function listHandOvers(db: Db, groupIds: readonly string[]): Promise<HandOverRow[]> {
  return db
    .select()
    .from(leaderHandOvers)
    .where(sql`${leaderHandOvers.groupId} = any(${sql.param([...groupIds])}::text[])`)
    .orderBy(desc(leaderHandOvers.id))
}

export async function insertReceipts(
  tx: Transaction,
  receipts: readonly (typeof leaderReceipts.$inferInsert)[],
): Promise<void> {
  if (receipts.length > 0) await tx.insert(leaderReceipts).values([...receipts])
}

/** The places of those that still stood; each id that is not there did not. */
export async function voidReceipts(
  tx: Transaction,
  groupId: string,
  ids: readonly string[],
): Promise<{ id: string; participationId: string }[]> {
  return tx
    .update(leaderReceipts)
    .set({ voidedAt: sql`now()` })
    .where(
      and(
        eq(leaderReceipts.groupId, groupId),
        isNull(leaderReceipts.voidedAt),
        sql`${leaderReceipts.id} = any(${sql.param([...ids])}::text[])`,
      ),
    )
    .returning({ id: leaderReceipts.id, participationId: leaderReceipts.participationId })
}

/** Nobody sees them but the participants, so the version of the group stays. */
export async function setPayWays(
  tx: Transaction,
  groupId: string,
  payWays: LeaderPayWays,
): Promise<void> {
  await tx.update(groups).set({ payWays }).where(eq(groups.id, groupId))
}

export async function insertHandOver(
  tx: Transaction,
  handOver: typeof leaderHandOvers.$inferInsert,
): Promise<void> {
  await tx.insert(leaderHandOvers).values(handOver)
}

export async function findHandOver(
  tx: Transaction,
  of: { id: string; groupId: string },
): Promise<HandOverRow | undefined> {
  const [row] = await tx
    .select()
    .from(leaderHandOvers)
    .where(and(eq(leaderHandOvers.id, of.id), eq(leaderHandOvers.groupId, of.groupId)))
  return row
}

export async function setBooked(
  tx: Transaction,
  { id, booked, by }: { id: string; booked: number; by: string },
): Promise<void> {
  await tx
    .update(leaderHandOvers)
    .set({ booked, bookedBy: by, bookedAt: sql`now()` })
    .where(eq(leaderHandOvers.id, id))
}

export async function voidHandOver(tx: Transaction, id: string): Promise<void> {
  await tx.update(leaderHandOvers).set({ voidedAt: sql`now()` }).where(eq(leaderHandOvers.id, id))
}
