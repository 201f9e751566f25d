import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { Language } from '#contract/translate.ts'
import type { Db } from '../db/connect.ts'
import { creditBalances, creditEntries } from '../db/tables/credit.ts'
import { orders } from '../db/tables/orders.ts'
import type { Transaction } from '../db/transaction.ts'
import { isMemberOwner } from '../http/caller.ts'
import type { CreditAmounts } from './ledger.ts'

const today = sql`(select (shop_now() at time zone 'Asia/Taipei')::date)`

/** The rest of the lots that end with one day. */
export interface EndingLot extends Record<string, unknown> {
  kind: 'credit' | 'points'
  /** In whole NT$. */
  amount: number
  /** `YYYY-MM-DD`, in Taipei. */
  endsOn: string
}

const liveLots = (of: ReturnType<typeof sql>) => sql`
  select member_id, lot, kind, sum(amount) as left, max(ends_on) as ends_on,
    (min(at) at time zone 'Asia/Taipei')::date as given_on
  from credit_entries where ${of} group by member_id, lot, kind
  having sum(amount) > 0 and coalesce(max(ends_on) >= ${today}, true)`

/** Amounts that a member can use now, and the part that ends with each day; in whole NT$. */
export async function readAccount(
  db: Db,
  memberId: string,
): Promise<CreditAmounts & { ends: EndingLot[] }> {
  const { rows } = await db.execute<{
    kind: 'credit' | 'points'
    left: number
    ends_on: string | null
  }>(sql`
    select kind, sum("left")::float8 as left, ends_on::text
    from (${liveLots(sql`member_id = ${memberId}`)}) as lots
    group by kind, lots.ends_on order by lots.ends_on, kind`)
  const sums = { credit: 0, points: 0 }
  for (const { kind, left } of rows) sums[kind] += left
  const ends = rows.flatMap(({ kind, left, ends_on: endsOn }) =>
    endsOn === null ? [] : [{ kind, amount: left, endsOn }],
  )
  return { ...sums, ends }
}

/** One page of a member's entries, newest first: what was taken of several lots at once is one. */
export async function listEntries(
  db: Db,
  memberId: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const ofMember = eq(creditEntries.memberId, memberId)
  const { kind, cause, at, orderId, percent, reason } = creditEntries
  const same = [kind, cause, at, orderId, percent, reason, orders.number] as const
  const grouped = db
    .select({
      id: sql<string>`max(${creditEntries.id})`.as('id'),
      kind,
      cause,
      at,
      orderId,
      percent,
      reason,
      orderNumber: orders.number,
      amount: sql<number>`sum(${creditEntries.amount})::float8`.as('amount'),
      endsOn: sql<string | null>`max(${creditEntries.endsOn})::text`.as('ends_on'),
    })
    .from(creditEntries)
    .leftJoin(orders, eq(orders.id, orderId))
    .where(ofMember)
    .groupBy(...same)
  const whole = grouped.as('entries')
  const [rows, [counted]] = await Promise.all([
    db.select().from(whole).orderBy(desc(whole.id)).limit(limit).offset(offset),
    db.select({ total: count() }).from(whole),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** The liability of the shop to its members, in whole NT$. */
export async function readTotals(db: Db) {
  const { rows } = await db.execute<{
    credit: number
    points: number
    members: number
    endingCredit: number
    endingPoints: number
  }>(sql`
    with lots as (${liveLots(sql`member_id in (
      select member_id from credit_balances where credit > 0 or points > 0)`)})
    select coalesce(sum("left") filter (where kind = 'credit'), 0)::float8 as credit,
      coalesce(sum("left") filter (where kind = 'points'), 0)::float8 as points,
      count(distinct member_id)::int as members,
      coalesce(sum("left") filter (where kind = 'credit' and ends_on < ${today} + 30), 0)::float8
        as "endingCredit",
      coalesce(sum("left") filter (where kind = 'points' and ends_on < ${today} + 30), 0)::float8
        as "endingPoints"
    from lots`)
  return rows[0] ?? { credit: 0, points: 0, members: 0, endingCredit: 0, endingPoints: 0 }
}

/** Members of whom something has ended and is still in the balance. */
export async function listEnded(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ member_id: string }>(sql`
    select distinct member_id from (
      select entry.member_id, entry.lot from credit_entries as entry
      join credit_balances as balance on balance.member_id = entry.member_id
        and (balance.credit > 0 or balance.points > 0)
      group by entry.member_id, entry.lot
      having sum(entry.amount) > 0 and max(entry.ends_on) < ${today}
    ) as ended order by member_id limit ${limit}`)
  return rows.map((row) => row.member_id)
}

/** Days before an end at which a member is mailed, and days from then whose ends that mail lists. */
const tellDays = { before: 14, ahead: 30 }

/** A gift of after the last mail is not in it, even if it ends before what that mail told. */
const isUntold = (toldUntil: ReturnType<typeof sql>) => sql`(lots.ends_on > ${toldUntil}
  or lots.given_on > ${toldUntil} - ${tellDays.ahead}::int)`

/** Members who have not been told yet of something that ends soon. */
export async function listToTell(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ member_id: string }>(sql`
    select distinct lots.member_id from (${liveLots(sql`member_id in (
      select member_id from credit_entries where ends_on between ${today}
        and ${today} + ${tellDays.before}::int)`)}) as lots
    join credit_balances as balance on balance.member_id = lots.member_id
    where lots.ends_on <= ${today} + ${tellDays.before}::int
      and (balance.told_until is null or ${isUntold(sql`balance.told_until`)})
    order by lots.member_id limit ${limit}`)
  return rows.map((row) => row.member_id)
}

/** Notes that a member is told of all that ends in the next days, and gives that; once. */
export async function noteTold(tx: Transaction, memberId: string): Promise<EndingLot[]> {
  const [before] = await tx
    .select({ toldUntil: creditBalances.toldUntil })
    .from(creditBalances)
    .where(eq(creditBalances.memberId, memberId))
    .for('update')
  const { rows } = await tx.execute<EndingLot & { until: string }>(sql`
    select kind, sum("left")::float8 as amount, ends_on::text as "endsOn",
      (${today} + ${tellDays.ahead}::int)::text as until
    from (${liveLots(sql`member_id = ${memberId}`)}) as lots
    where ends_on <= ${today} + ${tellDays.ahead}::int
      and ${isUntold(sql`coalesce(${before?.toldUntil ?? null}::date, '-infinity'::date)`)}
    group by kind, lots.ends_on order by lots.ends_on, kind`)
  const [first] = rows
  if (first) {
    await tx
      .update(creditBalances)
      .set({ toldUntil: first.until })
      .where(and(eq(creditBalances.memberId, memberId)))
  }
  return rows
}

/** Where a member is written to: the own mailbox, or that of the last order; undefined: nowhere. */
export async function findMailbox(db: Db, memberId: string) {
  const { rows } = await db.execute<{
    email: string
    isProved: boolean
    language: Language | null
  }>(sql`
    select email, email_verified as "isProved", language from members where uid = ${memberId}
    union all
    select email, true, null from customers where key = ${`m:${memberId}`} and email <> ''
    limit 1`)
  return rows[0]
}

/** The member of an order who may take money as credit; a guest has none, nor who has left. */
export async function findCreditor(db: Db, owner: string): Promise<string | undefined> {
  if (!isMemberOwner(owner)) return undefined
  const { rows } = await db.execute<{ uid: string }>(
    sql`select uid from members where uid = ${owner.slice(2)}`,
  )
  return rows[0]?.uid
}
