import { and, asc, desc, eq, getTableColumns, notExists, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { campaigns } from '../../db/tables/campaigns.ts'
import { groups } from '../../db/tables/groups.ts'
import { orders } from '../../db/tables/orders.ts'
import { participations } from '../../db/tables/participations.ts'
import { commissionEntries } from '../../db/tables/settlements.ts'
import type { Transaction } from '../../db/transaction.ts'
import { setCodeUsed } from '../../orders/hand-out-codes.ts'
import { type CampaignFacts, campaignFacts } from '../campaign-facts.ts'
import type { GroupRow } from '../group-wire.ts'
import { placeSums, readPlaceSums } from '../leader-money/leader-money.queries.ts'
import {
  hasAccount,
  isLive,
  type ParticipationLine,
  participationLines,
  toLeader,
} from '../participations.queries.ts'

/** A live place as the leader's console needs it. */
export interface ConsolePlace {
  id: string
  name: string
  tel: string
  lines: ParticipationLine[]
  state: typeof participations.$inferSelect.state
  shownName: string
  isAnonymous: boolean
  remindedAt: Date[]
  handedOutAt: Date | null
  /** Still owed to its leader, in whole NT$; null for one that owes none. */
  owedToLeader: number | null
  /** Of the whole place, in whole NT$. */
  total: number
}

/** The live places of a group, in joining order. */
export function listConsolePlaces(db: Db, groupId: string): Promise<ConsolePlace[]> {
  return db
    .select({
      id: participations.id,
      name: orders.contactName,
      tel: orders.userTel,
      lines: participationLines().as('lines'),
      state: participations.state,
      shownName: participations.shownName,
      isAnonymous: participations.isAnonymous,
      remindedAt: participations.remindedAt,
      handedOutAt: participations.handedOutAt,
      owedToLeader: sql<number | null>`(${toLeader} ->> 'open')::float8`,
      total: orders.total,
    })
    .from(participations)
    .innerJoin(orders, eq(orders.id, participations.orderId))
    .where(and(eq(participations.groupId, groupId), isLive))
    .orderBy(asc(participations.seq))
}

/** The id of a group that this member leads. */
export async function findLedGroup(
  db: Db,
  { code, memberId }: { code: string; memberId: string },
): Promise<{ id: string; isPool: boolean } | undefined> {
  const [row] = await db
    .select({ id: groups.id, isPool: sql<boolean>`${groups.poolOf} is not null` })
    .from(groups)
    .where(and(eq(groups.code, code), eq(groups.leaderId, memberId)))
  return row
}

/**
 * One page of the groups that a member leads and never joined, the newest first. One that they
 * joined is among their places, also when that place has ended.
 */
export async function listLedWithoutPlace(
  db: Db,
  page: { memberId: string; limit: number; offset: number },
): Promise<{ rows: (CampaignFacts & { group: GroupRow })[]; total: number }> {
  const where = and(
    eq(groups.leaderId, page.memberId),
    notExists(
      db
        .select({ id: participations.id })
        .from(participations)
        .where(
          and(eq(participations.groupId, groups.id), eq(participations.memberId, page.memberId)),
        ),
    ),
  )
  const [rows, total] = await Promise.all([
    db
      .select({ ...campaignFacts, group: getTableColumns(groups) })
      .from(groups)
      .innerJoin(campaigns, eq(campaigns.id, groups.campaignId))
      .where(where)
      .orderBy(desc(groups.id))
      .limit(page.limit)
      .offset(page.offset),
    db.$count(groups, where),
  ])
  return { rows, total }
}

export interface Reminder {
  id: string
  times: number
  /** The last one was less than 24 hours ago. */
  isRecent: boolean
  /** False: there is neither an account nor an address, so the leader has to tell the person. */
  isReachable: boolean
}

const campaignPaysLeader = sql`(select pays_leader from campaigns
  where campaigns.id = "participations".campaign_id)`
/** Of what is owed to the leader, what the leader has not ticked. */
const isUnpaid = sql`(case when ${campaignPaysLeader}
  then exists (select from (${placeSums} where place.id = "participations".id) as sums
    where sums."isOwed" and sums.received < sums.expected)
  else ${participations.state} = 'awaiting_payment' end)`

/** Unpaid places, locked until the end of the transaction. */
export function lockUnpaid(tx: Transaction, groupId: string): Promise<Reminder[]> {
  return tx
    .select({
      id: participations.id,
      times: sql<number>`cardinality(${participations.remindedAt})`,
      isRecent: sql<boolean>`coalesce(${participations.remindedAt}[cardinality(${participations.remindedAt})]
        > shop_now() - interval '24 hours', false)`,
      isReachable: sql<boolean>`${hasAccount} and exists (select from orders
        where orders.id = "participations".order_id and orders.user_email <> '')`,
    })
    .from(participations)
    .where(and(eq(participations.groupId, groupId), isUnpaid))
    .orderBy(asc(participations.id))
    .for('no key update')
}

export async function recordReminder(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx
    .update(participations)
    .set({ remindedAt: sql`array_append(${participations.remindedAt}, shop_now())` })
    .where(sql`${participations.id} = any(${sql.param([...ids])}::text[])`)
}

/** A debt to a leader is paid once the leader has ticked all of it. */
async function isPaidFor(
  tx: Transaction,
  { state, orderId }: { state: ConsolePlace['state']; orderId: string },
): Promise<boolean> {
  const [sums] = await readPlaceSums(tx, { orderId })
  return sums?.isOwed ? sums.received >= sums.expected : state === 'confirmed'
}

/**
 * Writes the tick of a live place, of one alone that is paid, to the shop or to the leader; its code is void as long as it stands. The
 * row is locked, so one of two helpers at once finds the tick of the other in `wasHandedOut`.
 */
export async function setHandedOut(
  tx: Transaction,
  place: { id: string; groupId: string; isHandedOut: boolean },
): Promise<{ isKnown: boolean; isPaid: boolean; wasHandedOut: boolean }> {
  const of = and(eq(participations.id, place.id), eq(participations.groupId, place.groupId), isLive)
  const [known] = await tx
    .select({
      state: participations.state,
      orderId: participations.orderId,
      handedOutAt: participations.handedOutAt,
    })
    .from(participations)
    .where(of)
    .for('no key update')
  const isPaid = known !== undefined && (await isPaidFor(tx, known))
  const wasHandedOut = known !== undefined && known.handedOutAt !== null
  if (isPaid && wasHandedOut !== place.isHandedOut) {
    const handedOutAt = place.isHandedOut ? sql`shop_now()` : null
    await tx
      .update(participations)
      .set({ handedOutAt, version: sql`${participations.version} + 1` })
      .where(of)
    await setCodeUsed(tx, known.orderId, place.isHandedOut)
  }
  return { isKnown: known !== undefined, isPaid, wasHandedOut }
}

/** One page of what a leader was credited and paid, newest first, and the balance. */
export async function listOwnCommission(
  db: Db,
  page: { memberId: string; limit: number; offset: number },
) {
  const where = eq(commissionEntries.leaderId, page.memberId)
  const [rows, [sums]] = await Promise.all([
    db
      .select()
      .from(commissionEntries)
      .where(where)
      .orderBy(desc(commissionEntries.id))
      .limit(page.limit)
      .offset(page.offset),
    db
      .select({
        total: sql<number>`count(*)`.mapWith(Number),
        balance: sql<number>`coalesce(sum(${commissionEntries.amount}), 0)`.mapWith(Number),
      })
      .from(commissionEntries)
      .where(where),
  ])
  return { rows, total: sums?.total ?? 0, balance: sums?.balance ?? 0 }
}
