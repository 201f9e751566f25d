import type { BookCheck } from './book-check.ts'

export const invoiceChecks: BookCheck[] = [
  {
    id: 'invoices',
    name: 'invoices and what orders keep',
    sentence: '有訂單的發票與收款不符',
    advice: 'See 發票 in the back office, and try them again.',
    // Those under way, and those that were refused, stand in the list of invoices.
    statement: `
      select order_id as subject, kept as ours, invoiced as theirs
      from (
        select invoice.order_id, sum(case when invoice.state = 'voided' then 0
            else invoice.amount - coalesce((
              select sum(allowance.amount) from invoice_allowances as allowance
              where allowance.invoice_id = invoice.id and allowance.state = 'allowed'), 0) end) as invoiced,
          greatest(0, coalesce((
            select sum(coalesce(p.captured_amount, p.amount)) from payments as p
            where p.order_id = invoice.order_id and p.status = 'succeeded'
              and (p.counts or p.supplements)), 0) - coalesce((
            select sum(refund.amount) from refunds as refund
            join payments as p on p.id = refund.payment_id
            where refund.order_id = invoice.order_id and refund.state <> 'dropped'
              and not refund.to_credit
              and p.status = 'succeeded' and (p.counts or p.supplements)), 0)) as kept
        from invoices as invoice where invoice.state in ('issued', 'voiding', 'voided')
        group by invoice.order_id
      ) as book
      where kept <> invoiced and not exists (
        select from invoices as open left join invoice_allowances as allowance
          on allowance.invoice_id = open.id and allowance.state in ('queued', 'sending', 'failed')
        where open.order_id = book.order_id
          and (open.state in ('queued', 'issuing', 'failed', 'voiding') or allowance.id is not null))`,
  },
]
