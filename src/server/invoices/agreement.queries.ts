import { type SQL, sql } from 'drizzle-orm'
import {
  invoicePeriodBounds,
  invoicePeriodOf,
  lastInvoicePeriods,
} from '#contract/invoice-period.ts'
import type { InvoiceAgreement } from '#contract/invoices.ts'
import type { Db } from '../db/connect.ts'
import type { InvoiceTimes } from './invoice-times.ts'
import { invoicedMoney, isDueBy, keptMoney } from './order-money.queries.ts'

const maxOrders = 200
/** Two years: invoices are looked at for so long. */
const maxPeriods = 12

const time = (at: Date) => sql`${at.toISOString()}::timestamptz`

/**
 * All that invoices and books say, one row each: `amount` raises what is invoiced or kept. Of the books
 * only orders that are to be invoiced by the shop: they have an invoice, or their money came since.
 */
const entries = ({ since }: Pick<InvoiceTimes, 'since'>): SQL => sql`
  invoice_rows as (
    select order_id, 'issued' as kind, issued_at as at, amount from invoices
      where state in ('issued', 'voiding', 'voided')
    union all
    select order_id, 'voided', voided_at, -amount from invoices where state = 'voided'
    union all
    select invoice.order_id, 'allowed', allowance.allowed_at, -allowance.amount
      from invoice_allowances as allowance join invoices as invoice
        on invoice.id = allowance.invoice_id
      where allowance.state = 'allowed'
  ), book_rows as (
    select order_id, case kind when 'captured' then 'captured' else 'given_back' end as kind, at,
      case kind when 'captured' then amount else -amount end as amount
    from book_entries
    where kind <> 'credited' and (order_id in (select order_id from invoices where state <> 'dropped')
      or order_id in (select order_id from book_entries
        group by order_id having ${since === null ? sql`true` : sql`min(at) >= ${time(since)}`}))
  )`

/** Invoices and allowances of two months beside the books, and the orders in which they differ at its end. */
export async function readAgreement(
  db: Db,
  { period, now, times }: { period: string | undefined; now: Date; times: InvoiceTimes },
): Promise<InvoiceAgreement> {
  const shown = period ?? invoicePeriodOf(now)
  const { from, until } = invoicePeriodBounds(shown)
  const [{ rows: sums }, { rows: open }, { rows: first }] = await Promise.all([
    db.execute<{ kind: string; count: number; sum: string }>(sql`
      with ${entries(times)}
      select kind, count(*)::int as count, sum(amount) as sum
      from (select * from invoice_rows union all select * from book_rows) as entry
      where at >= ${time(from)} and at < ${time(until)} group by kind`),
    db.execute<OpenRow>(sql`
      with ${entries(times)}, money as (
        select order_id, sum(amount) filter (where is_book) as kept,
          sum(amount) filter (where not is_book) as invoiced
        from (
          select order_id, at, amount, true as is_book from book_rows
          union all select order_id, at, amount, false from invoice_rows
        ) as entry
        where at < ${time(until)} group by order_id
      ), differing as (
        select order_id, coalesce(kept, 0) as kept, coalesce(invoiced, 0) as invoiced from money
        where coalesce(kept, 0) <> coalesce(invoiced, 0)
      )
      select orders.id as order_id, orders.number as order_number, differing.kept, differing.invoiced,
        case when exists (select from invoices where invoices.order_id = orders.id
            and (invoices.is_blocked or exists (select from invoice_allowances as allowance
              where allowance.invoice_id = invoices.id and allowance.is_blocked))) then 'failed'
          when coalesce(${invoicedMoney}, 0) = ${keptMoney}
            then case when exists (select from refunds where refunds.order_id = orders.id
              and refunds.state not in ('done', 'dropped')) then 'refund_open' else 'later' end
          when ${invoicedMoney} is null and not ${isDueBy(times)} then 'not_due'
          else 'other' end as reason,
        (sum(differing.kept - differing.invoiced) over ())::bigint as open
      from differing join orders on orders.id = differing.order_id
      order by orders.id limit ${maxOrders}`),
    db.execute<{ at: string | null }>(sql`select min(issued_at)::text as at from invoices`),
  ])
  const sumOf = (kind: string) => {
    const found = sums.find((one) => one.kind === kind)
    return { count: found?.count ?? 0, sum: Math.abs(Number(found?.sum ?? 0)) }
  }
  const [issued, voided, allowed] = [sumOf('issued'), sumOf('voided'), sumOf('allowed')]
  const [captured, givenBack] = [sumOf('captured').sum, sumOf('given_back').sum]
  const oldest = first[0]?.at ? invoicePeriodOf(new Date(first[0].at)) : shown
  return {
    period: shown,
    periods: lastInvoicePeriods(now, maxPeriods).filter((one) => one >= oldest || one === shown),
    ...{ issued, voided, allowed, captured },
    given_back: givenBack,
    difference: captured - givenBack - (issued.sum - voided.sum - allowed.sum),
    open: Number(open[0]?.open ?? 0),
    orders: open.map(({ open: _, kept, invoiced, ...order }) => ({
      ...order,
      kept: Number(kept),
      invoiced: Number(invoiced),
    })),
  }
}

interface OpenRow extends Record<string, unknown> {
  order_id: string
  order_number: string
  kept: string
  invoiced: string
  reason: InvoiceAgreement['orders'][number]['reason']
  open: string
}
