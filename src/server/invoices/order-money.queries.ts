import { type SQL, sql } from 'drizzle-orm'
import type { InvoiceTaxType } from '#contract/invoice-lines.ts'
import type { Db } from '../db/connect.ts'
import type { InvoiceTimes } from './invoice-times.ts'
import type { OrderLinesToInvoice, PriceRefund } from './kept-lines.ts'

/** A captured payment of the price: what is only authorised may still be released. */
const isPrice = sql`(payment.status = 'succeeded' and (payment.counts or payment.supplements))`

/**
 * The money that an order keeps, in whole NT$: captured money of its price without refunds. One that
 * failed still has to be made; a dropped one has not. The money of one that became credit stays, and
 * what is bought with that credit has no invoice of its own.
 */
export const keptMoney = sql`(greatest(0, coalesce((
    select sum(coalesce(payment.captured_amount, payment.amount)) from payments as payment
    where payment.order_id = orders.id and ${isPrice}), 0)
  - coalesce((
    select sum(refund.amount) from refunds as refund join payments as payment
      on payment.id = refund.payment_id
    where refund.order_id = orders.id and refund.state <> 'dropped' and not refund.to_credit and ${isPrice}), 0)))`

/** Sum of the invoices of an order after voids and allowances, in whole NT$; null: none was issued. */
export const invoicedMoney = sql`(
  select sum(case when invoice.state = 'voided' then 0 else invoice.amount - coalesce((
    select sum(allowance.amount) from invoice_allowances as allowance
    where allowance.invoice_id = invoice.id and allowance.state = 'allowed'), 0) end)
  from invoices as invoice
  where invoice.order_id = orders.id and invoice.state in ('issued', 'voiding', 'voided'))`

/** When its first goods left, or it was handed out; null: they have not. */
const leftAt = sql`(coalesce(
  (select min(parcel.shipped_at) from parcels as parcel where parcel.order_id = orders.id),
  (select max(place.handed_out_at) from participations as place where place.order_id = orders.id),
  case when orders.state in ('shipped', 'delivered', 'completed', 'returned')
    then orders.state_since end))`

/** Whether the time for the first invoice of an order has come. */
export function isDueBy({ when, since }: Pick<InvoiceTimes, 'when' | 'since'>): SQL {
  const at = when === 'payment' ? sql`orders.paid_at` : sql`greatest(orders.paid_at, ${leftAt})`
  const hasCome = when === 'payment' ? sql`true` : sql`${leftAt} is not null`
  const isOurs = since === null ? sql`true` : sql`${at} >= ${since.toISOString()}::timestamptz`
  return sql`(orders.paid_at is not null and ${hasCome} and ${isOurs}
    and orders.state <> 'cancelled' and orders.deleted_at is null
    and (orders.group_id is null or exists (select from groups
      where groups.id = orders.group_id and groups.state in ('succeeded', 'settled'))))`
}

export interface OrderMoney extends OrderLinesToInvoice {
  isDue: boolean
  /** By the clock of the shop. */
  now: Date
}

/** The money that an order keeps by now, and of which lines. */
export async function readOrderMoney(
  db: Db,
  orderId: string,
  settings: InvoiceTimes,
): Promise<OrderMoney> {
  const [{ rows: sums }, { rows: lines }, { rows: refunds }] = await Promise.all([
    db.execute<{ kept: string; fee: string; is_due: boolean; now: string }>(sql`
      select ${keptMoney} as kept, ${isDueBy(settings)} as is_due, shop_now()::text as now,
        (select coalesce(sum(amount_hundredths) / 100, 0)::bigint from order_adjustments as fee
          where fee.order_id = orders.id and fee.kind = 'fee') as fee
      from orders where id = ${orderId}`),
    db.execute<LineRow>(sql`
      select id, qty, title, unit, final_total::text, product ->> 'tax_type' as tax_type
      from order_lines where order_id = ${orderId} order by id`),
    db.execute<{ amount: string; lines: PriceRefund['lines'] }>(sql`
      select refund.amount, coalesce((
        select json_agg(json_build_object('lineId', line_id, 'qty', qty, 'amount', line.amount)
          order by line_id)
        from refund_lines as line where line.refund_id = refund.id), '[]') as lines
      from refunds as refund join payments as payment on payment.id = refund.payment_id
      where refund.order_id = ${orderId} and refund.state <> 'dropped' and not refund.to_credit and ${isPrice}
        and not refund.is_of_capture and not refund.is_of_change
      order by refund.id`),
  ])
  const [sum] = sums
  if (!sum) throw new Error(`there is no order ${orderId}`)
  return {
    kept: Number(sum.kept),
    fee: Number(sum.fee),
    isDue: sum.is_due,
    now: new Date(sum.now),
    lines: lines.map(toLine),
    refunds: refunds.map((refund) => ({ amount: Number(refund.amount), lines: refund.lines })),
  }
}

interface LineRow extends Record<string, unknown> {
  id: string
  qty: number
  title: string | null
  unit: string | null
  final_total: string
  tax_type: InvoiceTaxType | null
}

function toLine({ id, qty, title, unit, final_total, tax_type }: LineRow) {
  return {
    id,
    qty,
    title: title ?? '',
    unit: unit ?? '',
    finalHundredths: Math.round(Number(final_total) * 100),
    taxType: tax_type ?? 'taxed',
  } as const
}
