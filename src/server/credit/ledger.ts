import { eq, inArray, sql } from 'drizzle-orm'
import { type CreditCause, type CreditKind, creditKinds } from '#contract/credit-kinds.ts'
import type { Db } from '../db/connect.ts'
import { createId } from '../db/id.ts'
import { creditBalances, creditEntries } from '../db/tables/credit.ts'
import type { Transaction } from '../db/transaction.ts'
import { type Actor, actorKey } from '../http/actor.ts'

/** An amount of each kind, in whole NT$. */
export type CreditAmounts = Record<CreditKind, number>

export const noCredit: CreditAmounts = { credit: 0, points: 0 }

export const sumOfCredit = ({ credit, points }: CreditAmounts) => credit + points

/** The rest of a lot of a locked member. */
interface Lot {
  id: string
  kind: CreditKind
  left: number
  endsOn: string | null
}

/** A member whose row is locked, with what can be used today. */
export interface CreditAccount extends CreditAmounts {
  memberId: string
  /** The first to end first. */
  lots: Lot[]
}

type Entry = typeof creditEntries.$inferInsert

/** The part that all entries of one change have in common. */
export interface EntryOf {
  actor: Actor
  orderId?: string | undefined
  refundId?: string | undefined
}

/** The day of now in Taipei: a lot ends when this day has passed. */
const today = sql`(select (shop_now() at time zone 'Asia/Taipei')::date)`

/**
 * Locks the accounts of members until the end of the transaction, in the order of their ids, and ends
 * what has ended. They are locked after orders and coupons, and before stock and groups.
 */
export async function lockCreditAccounts(
  tx: Transaction,
  memberIds: readonly string[],
): Promise<Map<string, CreditAccount>> {
  const ids = [...new Set(memberIds)].toSorted()
  if (ids.length === 0) return new Map()
  await tx
    .insert(creditBalances)
    .values(ids.map((memberId) => ({ memberId })))
    .onConflictDoNothing()
  await tx
    .select({ memberId: creditBalances.memberId })
    .from(creditBalances)
    .where(inArray(creditBalances.memberId, ids))
    .orderBy(creditBalances.memberId)
    .for('update')
  const accounts = new Map<string, CreditAccount>(
    ids.map((memberId) => [memberId, { memberId, ...noCredit, lots: [] }]),
  )
  const ended: Entry[] = []
  for (const { memberId, isOver, ...lot } of await readLots(tx, ids)) {
    const account = accounts.get(memberId)
    if (isOver) {
      ended.push(entryOf({ memberId, lot: lot.id, kind: lot.kind }, -lot.left, 'expired', byShop))
    } else if (account) {
      account.lots.push(lot)
      account[lot.kind] += lot.left
    }
  }
  await append(tx, ended)
  return accounts
}

const byShop: EntryOf = { actor: { kind: 'system' } }

export async function lockCreditAccount(tx: Transaction, memberId: string): Promise<CreditAccount> {
  const account = (await lockCreditAccounts(tx, [memberId])).get(memberId)
  if (!account) throw new Error(`no account of ${memberId}`)
  return account
}

/** Whether a member has ever had anything. */
export async function readHasEntries(db: Db, memberId: string): Promise<boolean> {
  return (await db.$count(creditEntries, eq(creditEntries.memberId, memberId))) > 0
}

/** The lots of members of which something is left, the first to end first. */
async function readLots(db: Db, memberIds: readonly string[]) {
  const { rows } = await db.execute<
    Lot & { memberId: string; isOver: boolean } & Record<string, unknown>
  >(sql`
    select member_id as "memberId", lot as id, kind, sum(amount)::float8 as left,
      max(ends_on)::text as "endsOn", coalesce(max(ends_on) < ${today}, false) as "isOver"
    from credit_entries where member_id = any(${sql.param([...memberIds])}::text[])
    group by member_id, lot, kind having sum(amount) > 0
    order by max(ends_on) nulls last, lot`)
  return rows
}

/** The only writer of the ledger, and of the balances that are its sums. */
async function append(tx: Transaction, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  await tx.insert(creditEntries).values([...entries])
  const sums = [...Map.groupBy(entries, ({ memberId }) => memberId)].map(([memberId, own]) => ({
    memberId,
    ...amountsOf(own),
  }))
  await tx.execute(sql`
    update credit_balances as balance
      set credit = balance.credit + moved.credit, points = balance.points + moved.points
    from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb)
      as moved ("memberId" text, credit bigint, points bigint)
    where balance.member_id = moved."memberId"`)
}

function amountsOf(entries: readonly Pick<Entry, 'kind' | 'amount'>[]): CreditAmounts {
  const sums = { ...noCredit }
  for (const { kind, amount } of entries) sums[kind] += amount
  return sums
}

function entryOf(
  of: Pick<Entry, 'memberId' | 'lot' | 'kind'>,
  amount: number,
  cause: CreditCause,
  { actor, orderId, refundId }: EntryOf,
): Entry {
  return { id: createId(), ...of, amount, cause, actor: actorKey(actor), orderId, refundId }
}

/** A new lot of a member. */
export interface NewLot {
  memberId: string
  kind: CreditKind
  /** In whole NT$. */
  amount: number
  cause: CreditCause
  /** The last day, `YYYY-MM-DD`, or after so many days; absent: it has no end. */
  ends?: { on: string } | { afterDays: number } | undefined
  percent?: number
  reason?: string
}

/** Gives a member something; the account is locked first. */
export async function openLot(tx: Transaction, lot: NewLot, of: EntryOf): Promise<void> {
  const { memberId, kind, amount, cause, ends, percent, reason } = lot
  if (amount <= 0) return
  await lockCreditAccount(tx, memberId)
  const id = createId()
  const endsOn = ends && ('on' in ends ? ends.on : await readDayAfter(tx, ends.afterDays))
  const entry = entryOf({ memberId, lot: id, kind }, amount, cause, of)
  await append(tx, [{ ...entry, id, percent, reason, endsOn }])
}

/** `YYYY-MM-DD` of Taipei in so many days. */
export async function readDayAfter(db: Db, days: number): Promise<string> {
  const { rows } = await db.execute<{ day: string }>(
    sql`select (${today} + ${days}::int)::text as day`,
  )
  return rows[0]?.day ?? ''
}

/**
 * Takes amounts from a locked account, the lots that end first; `first` names a lot that goes before
 * them. Of an account that has less, all of it. Gives what was taken.
 */
export async function takeCredit(
  tx: Transaction,
  account: CreditAccount,
  wanted: CreditAmounts,
  of: EntryOf & { cause: CreditCause; first?: string | undefined; reason?: string | undefined },
): Promise<CreditAmounts> {
  const { cause, first, reason, ...about } = of
  const { memberId } = account
  const entries: Entry[] = []
  for (const kind of creditKinds) {
    let open = wanted[kind]
    const lots = account.lots.filter((lot) => lot.kind === kind)
    for (const lot of lots.toSorted((one, other) => rank(one, first) - rank(other, first))) {
      const part = Math.min(open, lot.left)
      if (part <= 0) continue
      open -= part
      lot.left -= part
      account[kind] -= part
      const entry = entryOf({ memberId, lot: lot.id, kind }, -part, cause, about)
      entries.push({ ...entry, reason })
    }
  }
  await append(tx, entries)
  const taken = amountsOf(entries)
  return { credit: -taken.credit, points: -taken.points }
}

const rank = ({ id }: Lot, first: string | undefined) => (id === first ? 0 : 1)

/** Net of what orders have used and was given back, by lot; in whole NT$, never negative. */
interface UsedLot {
  orderId: string
  memberId: string
  kind: CreditKind
  lot: string
  used: number
}

/** Days that a lot which has ended lasts once more when what was used of it comes back. */
const daysBack = 30

/**
 * Gives what an order has used back to its lots, those that end last first. What has ended meanwhile
 * can be used for 30 days once more.
 */
export async function giveCreditBack(
  tx: Transaction,
  orderId: string,
  wanted: CreditAmounts,
  actor: Actor,
): Promise<void> {
  if (sumOfCredit(wanted) <= 0) return
  const known = await readUsedLots(tx, [orderId])
  const [first] = known
  if (!first) return
  await lockCreditAccount(tx, first.memberId)
  // Another transaction may have given it back meanwhile.
  const used = await readUsedLots(tx, [orderId])
  const entries: Entry[] = []
  for (const kind of creditKinds) {
    let open = wanted[kind]
    for (const { memberId, lot, endsAgain, ...of } of used.filter((one) => one.kind === kind)) {
      const part = Math.min(open, of.used)
      if (part <= 0) continue
      open -= part
      const entry = entryOf({ memberId, lot, kind }, part, 'order_given_back', { actor, orderId })
      entries.push({ ...entry, endsOn: endsAgain })
    }
  }
  await append(tx, entries)
}

async function readUsedLots(db: Db, orderIds: readonly string[]) {
  const { rows } = await db.execute<
    UsedLot & { endsAgain: string | null } & Record<string, unknown>
  >(sql`
    select own.order_id as "orderId", own.member_id as "memberId", own.kind, own.lot,
      -own.amount::float8 as used,
      case when ends.last_day < ${today} then (${today} + ${daysBack}::int)::text end as "endsAgain"
    from (
      select order_id, member_id, kind, lot, sum(amount) as amount from credit_entries
      where order_id = any(${sql.param([...orderIds])}::text[])
        and cause in ('order_used', 'order_given_back')
      group by order_id, member_id, kind, lot having sum(amount) < 0
    ) as own cross join lateral (
      select max(ends_on) as last_day from credit_entries as all_of where all_of.lot = own.lot
    ) as ends
    order by own.order_id, ends.last_day desc nulls first, own.lot desc`)
  return rows
}

/** Credit and points that orders have used by now, less what came back; in whole NT$. */
export async function readUsedCredit(
  db: Db,
  orderIds: readonly string[],
): Promise<Map<string, CreditAmounts & { memberId: string }>> {
  const used = new Map<string, CreditAmounts & { memberId: string }>()
  for (const { orderId, memberId, kind, used: amount } of await readUsedLots(db, orderIds)) {
    const known = used.get(orderId) ?? { memberId, ...noCredit }
    used.set(orderId, { ...known, [kind]: known[kind] + amount })
  }
  return used
}
