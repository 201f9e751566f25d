import { and, asc, desc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { PgInsertValue } from 'drizzle-orm/pg-core'
import { toHalfWidthDigits } from '#contract/address.ts'
import {
  daysToFetch,
  daysToRefund,
  type ReturnState,
  type ReturnView,
  returnViews,
  statesOfReturnView,
} from '#contract/return-states.ts'
import type { Db } from '../db/connect.ts'
import { orders } from '../db/tables/orders.ts'
import { returnCases, returnLines } from '../db/tables/returns.ts'
import type { Transaction } from '../db/transaction.ts'

export type ReturnCase = typeof returnCases.$inferSelect
export type ReturnLine = Omit<typeof returnLines.$inferSelect, 'caseId'>

export interface ReturnWithLines {
  one: ReturnCase
  lines: ReturnLine[]
  /** When what waits for the shop has to be done; null where nothing does. */
  dueAt: Date | null
  isOverdue: boolean
}

/** The clock of the law that runs in a state: to fetch the goods, then to pay them back. */
const dueAt = sql<Date | null>`(case
  when ${returnCases.state} in ('asked', 'accepted')
    then ${returnCases.askedAt} + make_interval(days => ${sql.raw(String(daysToFetch))})
  when ${returnCases.state} in ('received', 'judged')
    then ${returnCases.receivedAt} + make_interval(days => ${sql.raw(String(daysToRefund))})
  end)`

const linesColumn = sql<ReturnLine[]>`(
  select coalesce(json_agg(json_build_object('lineId', line.line_id, 'qty', line.qty,
    'toStock', line.to_stock, 'writtenOff', line.written_off, 'amount', line.amount)
    order by line.line_id), '[]')
  from return_lines as line where line.case_id = "return_cases".id)`

const withLines = {
  one: returnCases,
  lines: linesColumn.as('lines'),
  dueAt: dueAt.mapWith(returnCases.askedAt).as('due_at'),
  isOverdue: sql<boolean>`coalesce(${dueAt} < shop_now(), false)`.as('is_overdue'),
}

/** The returns of an order, newest first. */
export function listReturnsOf(db: Db, orderId: string): Promise<ReturnWithLines[]> {
  return db
    .select(withLines)
    .from(returnCases)
    .where(eq(returnCases.orderId, orderId))
    .orderBy(desc(returnCases.id))
}

export async function findReturn(db: Db, id: string): Promise<ReturnWithLines | undefined> {
  const [row] = await db.select(withLines).from(returnCases).where(eq(returnCases.id, id))
  return row
}

/** The row is locked until the end of the transaction; its order is locked before. */
export async function lockReturn(
  tx: Transaction,
  id: string,
): Promise<ReturnWithLines | undefined> {
  await tx
    .select({ id: returnCases.id })
    .from(returnCases)
    .where(eq(returnCases.id, id))
    .for('update')
  return findReturn(tx, id)
}

export async function insertReturn(
  tx: Transaction,
  one: Omit<PgInsertValue<typeof returnCases>, 'id'> & { id: string },
  lines: readonly (Omit<ReturnLine, 'toStock' | 'writtenOff' | 'amount'> & Partial<ReturnLine>)[],
): Promise<void> {
  await tx.insert(returnCases).values(one)
  if (lines.length === 0) return
  await tx.insert(returnLines).values(lines.map((line) => ({ ...line, caseId: one.id })))
}

const timeOf: Partial<Record<ReturnState, 'acceptedAt' | 'receivedAt' | 'judgedAt' | 'endedAt'>> = {
  accepted: 'acceptedAt',
  received: 'receivedAt',
  judged: 'judgedAt',
  refunded: 'endedAt',
  refused: 'endedAt',
  withdrawn: 'endedAt',
}

/** The only writer of the state of a return that there is already. */
export async function writeReturnState(
  tx: Transaction,
  id: string,
  state: ReturnState,
  news: Partial<
    Pick<ReturnCase, 'answer' | 'fee' | 'refund' | 'refundId' | 'refundNote' | 'isWithoutGoods'>
  > = {},
): Promise<void> {
  const time = timeOf[state]
  await tx
    .update(returnCases)
    .set({ state, ...news, ...(time && { [time]: sql`shop_now()` }) })
    .where(eq(returnCases.id, id))
}

export async function writeParcel(
  tx: Transaction,
  id: string,
  parcel: Pick<ReturnCase, 'carrier' | 'trackingNumber'>,
): Promise<void> {
  await tx.update(returnCases).set(parcel).where(eq(returnCases.id, id))
}

/** Pieces of a line that came back, and what was paid for them. */
export async function writeJudged(
  tx: Transaction,
  caseId: string,
  { lineId, toStock, writtenOff, amount }: Omit<ReturnLine, 'qty'>,
): Promise<void> {
  await tx
    .update(returnLines)
    .set({ toStock, writtenOff, amount })
    .where(and(eq(returnLines.caseId, caseId), eq(returnLines.lineId, lineId)))
}

/** Whether an earlier return of an order has paid its shipping fee back. */
export async function hasFeeBack(db: Db, orderId: string): Promise<boolean> {
  const isPaidBack = and(eq(returnCases.orderId, orderId), sql`${returnCases.fee} > 0`)
  return (await db.$count(returnCases, isPaidBack)) > 0
}

export interface TakenPieces {
  lineId: string
  /** In returns that are under way. */
  open: number
  /** Paid back without having come back. */
  withoutGoods: number
}

/** Pieces of an order that a return has, beside those that came back. */
export function readTaken(db: Db, orderId: string): Promise<TakenPieces[]> {
  const isOpen = inArray(returnCases.state, ['asked', 'accepted', 'received'])
  return db
    .select({
      lineId: returnLines.lineId,
      open: sql<number>`coalesce(sum(${returnLines.qty}) filter (where ${isOpen}), 0)::int`,
      withoutGoods: sql<number>`coalesce(sum(${returnLines.qty})
        filter (where ${returnCases.isWithoutGoods}), 0)::int`,
    })
    .from(returnLines)
    .innerJoin(returnCases, eq(returnCases.id, returnLines.caseId))
    .where(and(eq(returnCases.orderId, orderId), or(isOpen, returnCases.isWithoutGoods)))
    .groupBy(returnLines.lineId)
}

/**
 * When the shopper had the goods, by the last of them, and the time of now; null until all of them are
 * delivered. A leader may hand out what was never marked as delivered.
 */
export async function readDelivery(
  db: Db,
  orderId: string,
): Promise<{ deliveredAt: Date | null; now: Date }> {
  const { rows } = await db.execute<{ delivered: number | null; now: number }>(sql`
    select (extract(epoch from coalesce(
      (select handed_out_at from participations where order_id = ${orderId}),
      (select max(delivered_at) from parcels where order_id = ${orderId}
        having bool_and(delivered_at is not null)))) * 1000)::float8 as delivered,
      (extract(epoch from shop_now()) * 1000)::float8 as now`)
  const [row] = rows
  if (!row) throw new Error('the database told no time')
  return {
    deliveredAt: row.delivered === null ? null : new Date(row.delivered),
    now: new Date(row.now),
  }
}

export interface ListedCase extends Omit<ReturnWithLines, 'lines'> {
  pieces: number
  number: string
  name: string
}

const isLive = sql`orders.deleted_at is null`
const ofView = (view: ReturnView) => inArray(returnCases.state, [...statesOfReturnView[view]])

/** One page of a view, with how many it has: what is due first, and of what is over the newest. */
export async function listReturns(
  db: Db,
  { view, q, seesPersons }: { view: ReturnView; q: string; seesPersons: boolean },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ListedCase[]; total: number }> {
  const text = toHalfWidthDigits(q)
    .trim()
    .replace(/[\\%_]/g, '\\$&')
  const found = or(
    sql`orders.number like ${`${text}%`}`,
    seesPersons ? sql`orders.contact_name ilike ${`%${text}%`}` : undefined,
  )
  const where = and(isLive, ofView(view), text === '' ? undefined : found)
  const [rows, counted] = await Promise.all([
    db
      .select({
        one: returnCases,
        dueAt: withLines.dueAt,
        isOverdue: withLines.isOverdue,
        pieces: sql<number>`(select coalesce(sum(line.qty), 0)::int from return_lines as line
          where line.case_id = "return_cases".id)`,
        number: orders.number,
        name: orders.contactName,
      })
      .from(returnCases)
      .innerJoin(orders, eq(orders.id, returnCases.orderId))
      .where(where)
      .orderBy(...(view === 'done' ? [desc(returnCases.id)] : [asc(dueAt), asc(returnCases.id)]))
      .limit(limit)
      .offset(offset),
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(returnCases)
      .innerJoin(orders, eq(orders.id, returnCases.orderId))
      .where(where),
  ])
  return { rows, total: counted[0]?.total ?? 0 }
}

export type OpenView = Exclude<ReturnView, 'done'>

/** How many returns each view has of those that are not over, and when the first of them is due. */
export async function countReturns(
  db: Db,
): Promise<Record<OpenView, { count: number; dueAt: Date | null }>> {
  const rows = await db
    .select({
      state: returnCases.state,
      count: sql<number>`count(*)::int`,
      dueAt: sql<Date | null>`min(${dueAt})`.mapWith(returnCases.askedAt),
    })
    .from(returnCases)
    .innerJoin(orders, eq(orders.id, returnCases.orderId))
    .where(and(isLive, inArray(returnCases.state, ['asked', 'accepted', 'received', 'judged'])))
    .groupBy(returnCases.state)
  const open = returnViews.filter((view): view is OpenView => view !== 'done')
  return Object.fromEntries(
    open.map((view) => {
      const ofOne = rows.filter(({ state }) => statesOfReturnView[view].includes(state))
      const times = ofOne.flatMap((row) => (row.dueAt ? [row.dueAt.getTime()] : []))
      const count = ofOne.reduce((sum, row) => sum + row.count, 0)
      return [view, { count, dueAt: times.length > 0 ? new Date(Math.min(...times)) : null }]
    }),
  ) as Record<OpenView, { count: number; dueAt: Date | null }>
}

/** How many returns an order has that were not withdrawn. */
export function countReturnsOf(db: Db, orderId: string): Promise<number> {
  return db.$count(
    returnCases,
    and(eq(returnCases.orderId, orderId), ne(returnCases.state, 'withdrawn')),
  )
}
