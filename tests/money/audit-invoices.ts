import type { RaceHarness } from '../race/race-harness.ts'
import type { GatewayInvoice, GatewayProcess } from './gateway-process.ts'

interface StoredInvoice {
  number: string
  order_id: string
  state: string
  invoice_number: string | null
  amount: number
  /** Sum of its allowances. */
  allowed: number
}

/** An order with what the books say that it keeps, in NT$. */
interface OrderOfBooks {
  id: string
  number: string
  kept: number
}

/** Compares the invoices of the provider with those of the shop, and both with the books. */
export async function auditInvoices(
  harness: RaceHarness,
  gateway: GatewayProcess,
): Promise<{ invoices: number; faults: string[] }> {
  const there = await gateway.invoices()
  const here = await readInvoices(harness)
  const byNumber = new Map(there.map((invoice) => [invoice.relateNumber, invoice]))
  const known = new Set(here.map(({ number }) => number))
  const orders = await readBooks(harness)
  const faults = [
    ...here.flatMap((invoice) => faultsOf(invoice, byNumber.get(invoice.number))),
    ...there
      .filter(({ relateNumber }) => !known.has(relateNumber))
      .map(({ number }) => `the shop does not know the invoice ${number}`),
    ...orders.flatMap((order) => faultsOfOrder(order, here, byNumber)),
  ]
  return { invoices: there.length, faults }
}

/** In whole NT$, as the provider has it. */
export function leftOf({ amount, voidedAt, allowances }: GatewayInvoice): number {
  if (voidedAt !== undefined) return 0
  const made = allowances.filter(({ state }) => state === 'made')
  return amount - made.reduce((sum, allowance) => sum + allowance.amount, 0)
}

/** Where an invoice differs from that of the provider. */
export function faultsOf(invoice: StoredInvoice, there: GatewayInvoice | undefined): string[] {
  const { number, state, amount, allowed, invoice_number } = invoice
  const isIssued = state === 'issued' || state === 'voided'
  if (!there) return isIssued ? [`the provider has no invoice ${number} (${state})`] : []
  const faults: string[] = []
  if (!isIssued) faults.push(`${number} is issued there, and ${state} here`)
  if (there.number !== invoice_number) faults.push(`${number} is ${there.number} there`)
  const left = state === 'voided' ? 0 : amount - allowed
  if (leftOf(there) !== left) faults.push(`${number}: ${leftOf(there)} there, ${left} here`)
  return faults
}

function faultsOfOrder(
  { id, number, kept }: OrderOfBooks,
  here: readonly StoredInvoice[],
  byNumber: ReadonlyMap<string, GatewayInvoice>,
): string[] {
  const own = here.flatMap((invoice) =>
    invoice.order_id === id ? (byNumber.get(invoice.number) ?? []) : [],
  )
  const invoiced = own.reduce((sum, invoice) => sum + leftOf(invoice), 0)
  return invoiced === kept ? [] : [`order ${number} keeps ${kept} and is invoiced ${invoiced}`]
}

export function readInvoices(harness: Pick<RaceHarness, 'query'>): Promise<StoredInvoice[]> {
  return harness.query<StoredInvoice>(`
    select invoice.number, order_id, invoice.state, invoice_number, invoice.amount::float8 as amount,
      coalesce(sum(allowance.amount) filter (where allowance.state = 'allowed'), 0)::float8 as allowed
    from invoices as invoice
    left join invoice_allowances as allowance on allowance.invoice_id = invoice.id
    where invoice.state <> 'dropped' group by invoice.id`)
}

/**
 * By the entries of the books: money that came in, without what went back or is about to. What became
 * credit of the member stays, and so does its invoice.
 */
function readBooks(harness: RaceHarness): Promise<OrderOfBooks[]> {
  return harness.query<OrderOfBooks>(`
    select orders.id, orders.number,
      (coalesce((select sum(case kind when 'captured' then amount else -amount end)
        from book_entries where order_id = orders.id and kind <> 'credited'), 0)
      - coalesce((select sum(refund.amount) from refunds as refund
        join payments as payment on payment.id = refund.payment_id
        where refund.order_id = orders.id and payment.status = 'succeeded'
          and not refund.to_credit and refund.state not in ('done', 'dropped')), 0))::float8 as kept
    from orders`)
}
