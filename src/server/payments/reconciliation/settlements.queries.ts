import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { onDeliveryMethod } from '#contract/payments.ts'
import type { SettlementColumns, SettlementResult } from '#contract/reconciliation.ts'
import type { Db } from '../../db/connect.ts'
import { settlementFormats, settlementLines, settlements } from '../../db/tables/reconciliation.ts'
import type { BookedTrade, MatchedLine } from './match-settlement.ts'

export type SettlementRow = typeof settlements.$inferSelect

/** Undefined when the same file was imported before. */
export async function insertSettlement(
  db: Db,
  settlement: typeof settlements.$inferInsert,
): Promise<SettlementRow | undefined> {
  const [row] = await db.insert(settlements).values(settlement).onConflictDoNothing().returning()
  return row
}

export async function findByHash(db: Db, fileHash: string): Promise<SettlementRow | undefined> {
  const [row] = await db.select().from(settlements).where(eq(settlements.fileHash, fileHash))
  return row
}

/** Whether a payment `p` is of another order in a parcel: a statement names the parcel once. */
const isPartOfParcel = sql`(p.method = ${onDeliveryMethod} and p.trade_no like '%-%')`

/** The money collected for the other orders in the parcel of a payment `p`. */
const ofOtherOrders = sql`(case when p.method = ${onDeliveryMethod} then coalesce((
  select sum(coalesce(other.captured_amount, other.amount))
  from orders as one join orders as mate on mate.ships_with = one.ships_with
  join payments as other on other.order_id = mate.id and other.id <> p.id
    and other.reference = p.reference and other.status = 'succeeded'
  where one.id = p.order_id), 0) else 0 end)`

/**
 * Trades in our books, by the trade number, which tells those of all providers apart; a parcel whose
 * money is not in the books is one of 0.
 */
export async function readBookedTrades(
  db: Db,
  tradeNos: readonly string[],
): Promise<Map<string, BookedTrade>> {
  const asked = sql`(select jsonb_array_elements_text(${JSON.stringify(tradeNos)}::jsonb))`
  const matchedBefore = (tradeNo: SQL) => sql`(select coalesce(json_agg(line.amount), '[]')
    from settlement_lines as line where line.trade_no = ${tradeNo} and line.result = 'matched')`
  const { rows } = await db.execute<{ [Key in keyof BookedTrade]: BookedTrade[Key] }>(sql`
    select p.trade_no as "tradeNo", p.order_id as "orderId", p.method,
      ((case when p.status in ('succeeded') then coalesce(p.captured_amount, p.amount) else 0 end)
        + ${ofOtherOrders})::float8 as captured,
      (select coalesce(json_agg(refund.amount), '[]') from refunds as refund
        where refund.payment_id = p.id and refund.state in ('sent', 'done')
          and not refund.to_credit) as refunds,
      ${matchedBefore(sql`p.trade_no`)} as "matchedBefore"
    from payments as p where p.trade_no in ${asked} and not ${isPartOfParcel}
    union all
    select s.trade_no, s.order_id, ${onDeliveryMethod}, 0, '[]', ${matchedBefore(sql`s.trade_no`)}
    from shipments as s
    where s.trade_no in ${asked} and not exists (select from payments where trade_no = s.trade_no)`)
  return new Map(rows.map((row) => [row.tradeNo, row]))
}

/** Days after a pick-up within which the collected money is paid out. */
const payoutDays = 14

/**
 * Captured attempts of these days and methods that no file has, and that did not all go back by their
 * gateway. Of a statement of collected money the days are those of the payout, which comes later.
 */
export async function readMissingTrades(
  db: Db,
  asked: { methods: readonly string[]; firstDay: string; lastDay: string },
) {
  const { methods, firstDay, lastDay } = asked
  const later = sql`(case when p.method = ${onDeliveryMethod} then ${payoutDays} else 0 end
    * interval '1 day')`
  const { rows } = await db.execute<{
    tradeNo: string
    orderId: string
    ours: number
    day: string
  }>(
    sql`
    select p.trade_no as "tradeNo", p.order_id as "orderId",
      (coalesce(p.captured_amount, p.amount) + ${ofOtherOrders})::float8 as ours,
      to_char(p.created_at at time zone 'Asia/Taipei', 'YYYY-MM-DD') as day
    from payments as p
    where p.status = 'succeeded' and p.trade_no is not null and not ${isPartOfParcel}
      and p.method in (select jsonb_array_elements_text(${JSON.stringify(methods)}::jsonb))
      and p.created_at + ${later} >= ${firstDay}::timestamp at time zone 'Asia/Taipei'
      and p.created_at + ${later}
        < (${lastDay}::timestamp + interval '1 day') at time zone 'Asia/Taipei'
      and not exists (select from settlement_lines as line
        where line.trade_no = p.trade_no and line.result <> 'missing')
      and (p.method = ${onDeliveryMethod} or (select coalesce(sum(refund.amount), 0)
        from refunds as refund where refund.payment_id = p.id and refund.state = 'done'
          and not refund.to_credit)
        < coalesce(p.captured_amount, p.amount))
    order by p.created_at, p.id`,
  )
  return rows
}

/** A later file has what an earlier one lacked. */
export async function removeFoundMissing(db: Db, tradeNos: readonly string[]): Promise<void> {
  const named = sql`select jsonb_array_elements_text(${JSON.stringify(tradeNos)}::jsonb)`
  await db
    .delete(settlementLines)
    .where(
      and(eq(settlementLines.result, 'missing'), sql`${settlementLines.tradeNo} in (${named})`),
    )
}

const linesAtOnce = 2_000

export async function insertSettlementLines(
  db: Db,
  settlementId: string,
  lines: readonly MatchedLine[],
): Promise<void> {
  for (let from = 0; from < lines.length; from += linesAtOnce) {
    const rows = lines.slice(from, from + linesAtOnce).map((line) => ({ ...line, settlementId }))
    await db.insert(settlementLines).values(rows)
  }
}

export async function listSettlements(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
) {
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(settlements)
      .orderBy(desc(settlements.importedAt), desc(settlements.id))
      .limit(limit)
      .offset(offset),
    db.$count(settlements),
  ])
  return { rows, total }
}

export async function findSettlement(db: Db, id: string): Promise<SettlementRow | undefined> {
  const [row] = await db.select().from(settlements).where(eq(settlements.id, id))
  return row
}

interface ResultSum {
  settlementId: string
  result: SettlementResult
  count: number
  /** In whole NT$. */
  sum: number
  fees: number
}

/** Count, sum and fees of the lines of each result of these settlements. */
export async function readResultSums(db: Db, ids: readonly string[]): Promise<ResultSum[]> {
  if (ids.length === 0) return []
  return db
    .select({
      settlementId: settlementLines.settlementId,
      result: settlementLines.result,
      count: sql<number>`count(*)::int`,
      sum: sql<number>`sum(${settlementLines.amount})::float8`,
      fees: sql<number>`coalesce(sum(${settlementLines.fee}), 0)::float8`,
    })
    .from(settlementLines)
    .where(inArray(settlementLines.settlementId, [...ids]))
    .groupBy(settlementLines.settlementId, settlementLines.result)
}

/** One page of the lines of a file, in their order. */
export async function listSettlementLines(
  db: Db,
  page: { id: string; result?: SettlementResult | undefined; limit: number; offset: number },
) {
  const { id, result, limit, offset } = page
  const which = and(
    eq(settlementLines.settlementId, id),
    result ? eq(settlementLines.result, result) : undefined,
  )
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(settlementLines)
      .where(which)
      .orderBy(asc(settlementLines.position))
      .limit(limit)
      .offset(offset),
    db.$count(settlementLines, which),
  ])
  return { rows, total }
}

export async function findFormat(
  db: Db,
  headerHash: string,
): Promise<SettlementColumns | undefined> {
  const [row] = await db
    .select({ columns: settlementFormats.columns })
    .from(settlementFormats)
    .where(eq(settlementFormats.headerHash, headerHash))
  return row?.columns
}

export async function keepFormat(
  db: Db,
  headerHash: string,
  columns: SettlementColumns,
): Promise<void> {
  await db
    .insert(settlementFormats)
    .values({ headerHash, columns })
    .onConflictDoUpdate({ target: settlementFormats.headerHash, set: { columns } })
}
