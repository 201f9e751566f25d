import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { toHalfWidthDigits } from '#contract/address.ts'
import type { InvoiceKind } from '#contract/invoice-choice.ts'
import { invoicePeriodBounds, invoicePeriodOf } from '#contract/invoice-period.ts'
import { type InvoiceView, lowNumbersPercent } from '#contract/invoice-states.ts'
import type { Db } from '../db/connect.ts'
import { invoiceNumbers, invoices } from '../db/tables/invoices.ts'
import { orders } from '../db/tables/orders.ts'
import { type InvoiceWithAllowances, withAllowances } from './invoices.queries.ts'

interface InvoiceFilter {
  view: InvoiceView
  period: string | undefined
  kind: InvoiceKind | undefined
  /** Number of an order, or of an invoice. */
  q: string
}

/** Of invoices and of allowances: what waits for somebody, or gets no answer for so long. */
const isStuck = (since: SQL) => sql`(is_blocked or ${since} < now() - interval '1 hour')`

/** Found by the indexes of what is open, however many invoices there are. */
const isProblem = sql`invoices.id in (
  select id from invoices where (is_blocked or state in ('queued', 'issuing', 'voiding'))
    and ${isStuck(sql`case when state = 'voiding' then state_since else created_at end`)}
  union all
  select invoice_id from invoice_allowances where (is_blocked or state in ('queued', 'sending'))
    and ${isStuck(sql`created_at`)})`

const isWaiting = sql`invoices.id in (
  select id from invoices where state in ('queued', 'issuing', 'voiding')
  union all select invoice_id from invoice_allowances where state in ('queued', 'sending'))`

const ofView: Record<InvoiceView, SQL> = {
  problem: isProblem,
  waiting: sql`(${isWaiting} and not ${isProblem})`,
  issued: sql`invoices.state in ('issued', 'voiding')`,
  allowed: sql`invoices.id in (select invoice_id from invoice_allowances where state <> 'dropped')`,
  voided: sql`invoices.state = 'voided'`,
  all: sql`true`,
}

/** The condition of a list, or of a file of it. */
export function invoiceCondition({ view, period, kind, q }: InvoiceFilter): SQL | undefined {
  const text = toHalfWidthDigits(q)
    .trim()
    .toUpperCase()
    .replace(/[\\%_]/g, '\\$&')
  const bounds = period === undefined ? undefined : invoicePeriodBounds(period)
  const at = sql`coalesce(invoices.issued_at, invoices.created_at)`
  return and(
    sql`invoices.state <> 'dropped'`,
    ofView[view],
    kind && sql`invoices.choice ->> 'kind' = ${kind}`,
    bounds &&
      sql`${at} >= ${bounds.from.toISOString()}::timestamptz
        and ${at} < ${bounds.until.toISOString()}::timestamptz`,
    text === ''
      ? undefined
      : sql`(invoices.invoice_number like ${`${text}%`} or exists (select from orders
          where orders.id = invoices.order_id and orders.number like ${`${text}%`}))`,
  )
}

/** One page of invoices, newest first, each with the number of its order. */
export async function listInvoices(
  db: Db,
  filter: InvoiceFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: { invoice: InvoiceWithAllowances; orderNumber: string }[]; total: number }> {
  const where = invoiceCondition(filter)
  const [found, total] = await Promise.all([
    db.select().from(invoices).where(where).orderBy(desc(invoices.id)).limit(limit).offset(offset),
    db.$count(invoices, where),
  ])
  const [whole, numbers] = await Promise.all([
    withAllowances(db, found),
    readOrderNumbers(
      db,
      found.map(({ orderId }) => orderId),
    ),
  ])
  const rows = whole.map((invoice) => ({
    invoice,
    orderNumber: numbers.get(invoice.orderId) ?? '',
  }))
  return { rows, total }
}

/** The numbers of orders, for people. */
export async function readOrderNumbers(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .where(inArray(orders.id, [...ids]))
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** How many wait for somebody, and how many wait by themselves. */
export async function countInvoices(db: Db): Promise<{ problem: number; waiting: number }> {
  const [problem, waiting] = await Promise.all([
    db.$count(invoices, sql`invoices.state <> 'dropped' and ${ofView.problem}`),
    db.$count(invoices, sql`invoices.state <> 'dropped' and ${ofView.waiting}`),
  ])
  return { problem, waiting }
}

/** Numbers of the period of now, as the provider said last; undefined before it was asked. */
export async function readNumbers(db: Db, now: Date) {
  const [row] = await db
    .select()
    .from(invoiceNumbers)
    .where(eq(invoiceNumbers.period, invoicePeriodOf(now)))
  return row && { ...row, isLow: row.left === 0 || row.left * 100 < row.all * lowNumbersPercent }
}
