import { voidableUntil } from '#contract/invoice-period.ts'

/** An issued invoice as the plan sees it. */
export interface PlannedInvoice {
  id: string
  /** In whole NT$. */
  amount: number
  /** Sum of its allowances, in whole NT$. */
  allowed: number
  issuedAt: Date
  isDonated: boolean
  isVoidRefused: boolean
}

export interface OrderToPlan {
  /** Money that came in and has not gone back, in whole NT$. */
  kept: number
  /** Whether the time for an invoice has come; money that goes back waits for nothing. */
  isDue: boolean
  /** Issued and not void, oldest first. */
  invoices: readonly PlannedInvoice[]
  now: Date
}

/** Amounts in whole NT$. */
export type InvoiceStep =
  | { type: 'issue'; amount: number }
  | { type: 'void'; invoiceId: string; amount: number }
  | { type: 'allow'; invoiceId: string; amount: number }

const leftOf = ({ amount, allowed }: PlannedInvoice) => amount - allowed

/** Whether an invoice can still be made void: not once it was donated, or has an allowance. */
export function isVoidable(
  { allowed, issuedAt, isDonated, isVoidRefused }: PlannedInvoice,
  now: Date,
): boolean {
  return allowed === 0 && !isDonated && !isVoidRefused && now < voidableUntil(issuedAt)
}

/**
 * All steps after which the invoices of an order have what it keeps. What an invoice has too much is
 * taken off the newest one first: void where nothing of it is kept and the calendar lets it, else by an
 * allowance. What came in since is another invoice.
 */
export function planInvoices({ kept, isDue, invoices, now }: OrderToPlan): InvoiceStep[] {
  const invoiced = invoices.reduce((sum, invoice) => sum + leftOf(invoice), 0)
  if (invoiced < kept) return isDue ? [{ type: 'issue', amount: kept - invoiced }] : []
  let excess = invoiced - kept
  const steps: InvoiceStep[] = []
  for (const invoice of invoices.toReversed()) {
    const left = leftOf(invoice)
    const amount = Math.min(excess, left)
    if (amount === 0) continue
    const type = amount === left && isVoidable(invoice, now) ? 'void' : 'allow'
    steps.push({ type, invoiceId: invoice.id, amount })
    excess -= amount
  }
  return steps
}
