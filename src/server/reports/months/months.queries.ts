import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { MonthFigures } from '#contract/months.ts'
import type { Db } from '../../db/connect.ts'
import { closedMonthItems, closedMonths } from '../../db/tables/months.ts'
import type { MonthSpan } from './month-span.ts'

type Kind = (typeof closedMonthItems.$inferSelect)['kind']

/** A time and what it is of, in the month that it falls into. */
interface Item {
  item: string
  /** As the books say it, even where it came too late for its own month. */
  at: string
}

export interface BookLine extends Item {
  kind: 'captured' | 'withdrawn' | 'refunded' | 'credited'
  amount: number
  order_number: string | null
  method: string | null
  /** Payments of the order that came in before it and were not withdrawn. */
  held: number
  /** Of the order: what it is made of, in whole NT$. */
  total: number
  goods: number
  fees: number
  credit: number
}

export interface InvoiceLine extends Item {
  number: string | null
  /** Of an allowance alone. */
  allowance_number?: string | null
  amount: number
  order_number: string | null
}

interface PayoutLine extends Item {
  trade_no: string
  amount: number
  fee: number
  file_name: string
  order_number: string | null
}

/** All that falls into a month. */
export interface MonthItems {
  books: BookLine[]
  invoices: InvoiceLine[]
  voids: InvoiceLine[]
  allowances: InvoiceLine[]
  payouts: PayoutLine[]
}

/** One file; a shop that sells more than this in a month needs its own books. */
export const maxMonthItems = 100_000

/**
 * All that falls into a month: things that happened in it, and those of closed months that were known
 * too late, from the first of these months on.
 */
export async function readMonthItems(
  db: Db,
  span: MonthSpan,
  since: MonthSpan | undefined,
): Promise<MonthItems> {
  const at = (instant: number) => sql`${new Date(instant).toISOString()}::timestamptz`
  const isIn = (kind: Kind, column: SQL, id: SQL) => sql`
    ${column} >= ${at((since ?? span).start)} and ${column} < ${at(span.end)}
    and not exists (select from closed_month_items as taken
      where taken.kind = ${kind} and taken.item = ${id} and taken.month <> ${span.month})`
  const number = sql`(select number from orders where orders.id = `
  const rows = async <Row>(query: SQL) =>
    (await db.execute(sql`${query} limit ${maxMonthItems + 1}`)).rows as Row[]
  const books = await rows<BookLine>(sql`
    select entry.id::text as item, entry.at::text, entry.kind, entry.amount::float8 as amount,
      orders.number as order_number, orders.payment_method as method,
      (select count(*) filter (where earlier.kind = 'captured')
          - count(*) filter (where earlier.kind = 'withdrawn')
        from book_entries as earlier
        where earlier.order_id = entry.order_id and earlier.id < entry.id)::float8 as held,
      coalesce(orders.total, 0)::float8 as total, coalesce(line.goods, 0)::float8 as goods,
      round(coalesce(own.fees, 0))::float8 as fees, round(coalesce(own.credit, 0))::float8 as credit
    from book_entries as entry left join orders on orders.id = entry.order_id
    left join lateral (select sum(total) as goods from order_lines
      where order_lines.order_id = entry.order_id) as line on true
    left join lateral (select
        sum(amount_hundredths) filter (where kind = 'fee') / 100 as fees,
        -sum(amount_hundredths) filter (where kind in ('credit', 'points')) / 100 as credit
      from order_adjustments where order_adjustments.order_id = entry.order_id) as own on true
    where ${isIn('book', sql`entry.at`, sql`entry.id::text`)} order by entry.at, entry.id`)
  const ofInvoices = (kind: Kind, column: SQL) =>
    rows<InvoiceLine>(sql`
      select invoice.id as item, ${column}::text as at, invoice.invoice_number as number,
        invoice.amount::float8 as amount, ${number}invoice.order_id) as order_number
      from invoices as invoice
      where not invoice.is_trial and invoice.state in ('issued', 'voiding', 'voided')
        and ${isIn(kind, column, sql`invoice.id`)} order by ${column}, invoice.id`)
  const invoices = await ofInvoices('invoice', sql`invoice.issued_at`)
  const voids = await ofInvoices('void', sql`invoice.voided_at`)
  const allowances = await rows<InvoiceLine>(sql`
    select allowance.id as item, allowance.allowed_at::text as at,
      invoice.invoice_number as number, allowance.number as allowance_number,
      allowance.amount::float8 as amount, ${number}invoice.order_id) as order_number
    from invoice_allowances as allowance join invoices as invoice on invoice.id = allowance.invoice_id
    where not invoice.is_trial and allowance.state = 'allowed'
      and ${isIn('allowance', sql`allowance.allowed_at`, sql`allowance.id`)}
    order by allowance.allowed_at, allowance.id`)
  // A line without a day is of the day on which its file came.
  const day = sql`coalesce(line.day::timestamp at time zone 'Asia/Taipei', file.imported_at)`
  const payouts = await rows<PayoutLine>(sql`
    select line.settlement_id || '/' || line.position as item, ${day}::text as at, line.trade_no,
      line.amount::float8 as amount, coalesce(line.fee, 0)::float8 as fee, file.file_name,
      ${number}line.order_id) as order_number
    from settlement_lines as line join settlements as file on file.id = line.settlement_id
    where line.result <> 'missing' and line.result <> 'duplicate'
      and ${isIn('payout', day, sql`line.settlement_id || '/' || line.position`)}
    order by ${day}, line.settlement_id, line.position`)
  return { books, invoices, voids, allowances, payouts }
}

/** Money that came in and went out, by month in Taipei, since an instant. */
export async function readMonthSums(db: Db, since: number) {
  const { rows } = await db.execute<{ month: string; received: number; refunded: number }>(sql`
    select to_char(at at time zone 'Asia/Taipei', 'YYYY-MM') as month,
      coalesce(sum(case kind when 'captured' then amount when 'withdrawn' then -amount end), 0)::float8
        as received,
      coalesce(sum(amount) filter (where kind = 'refunded'), 0)::float8 as refunded
    from book_entries where at >= ${new Date(since).toISOString()}::timestamptz group by 1`)
  return new Map(rows.map((row) => [row.month, row]))
}

/** By the clock of the database, in epoch milliseconds; of the books null: there are none. */
export async function readClock(db: Db): Promise<{ now: number; first: number | null }> {
  const { rows } = await db.execute<{ now: number; first: number | null }>(sql`
    select floor(extract(epoch from now()) * 1000)::float8 as now,
      (select floor(extract(epoch from min(at)) * 1000)::float8 from book_entries) as first`)
  return rows[0] ?? { now: 0, first: null }
}

const { month, closedAt, closedBy, figures, file } = closedMonths

const listed = { month, closedAt, closedBy, figures }
export type ClosedMonth = Omit<typeof closedMonths.$inferSelect, 'file'>

export function listClosedMonths(db: Db, limit: number): Promise<ClosedMonth[]> {
  return db.select(listed).from(closedMonths).orderBy(desc(month)).limit(limit)
}

export async function readClosedEnds(db: Db) {
  const [[first], [last]] = await Promise.all([
    db.select({ month }).from(closedMonths).orderBy(asc(month)).limit(1),
    db.select({ month }).from(closedMonths).orderBy(desc(month)).limit(1),
  ])
  return { first: first?.month, last: last?.month }
}

export async function findClosedMonth(db: Db, wanted: string) {
  const [row] = await db.select({ figures, file }).from(closedMonths).where(eq(month, wanted))
  return row
}

/** Until the end of the transaction nobody else closes a month. */
export async function lockMonths(db: Db): Promise<void> {
  await db.execute(sql`lock table closed_months in share row exclusive mode`)
}

export async function insertClosedMonth(
  db: Db,
  closed: { month: string; closedBy: string; figures: MonthFigures; file: Buffer },
  items: MonthItems,
): Promise<ClosedMonth> {
  const [row] = await db.insert(closedMonths).values(closed).returning(listed)
  if (!row) throw new Error('a closed month came back empty')
  const kinds: [Kind, readonly Item[]][] = [
    ['book', items.books],
    ['invoice', items.invoices],
    ['void', items.voids],
    ['allowance', items.allowances],
    ['payout', items.payouts],
  ]
  for (const [kind, list] of kinds) {
    const ids = sql.param(list.map(({ item }) => item))
    await db.execute(sql`
      insert into ${closedMonthItems} (kind, item, month)
      select ${kind}, item, ${closed.month} from unnest(${ids}::text[]) as item`)
  }
  return row
}
