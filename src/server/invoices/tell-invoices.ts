import { eq } from 'drizzle-orm'
import type { AllowanceState, InvoiceState } from '#contract/invoice-states.ts'
import type { WebhookEvent } from '#contract/webhook-events.ts'
import type { Db } from '../db/connect.ts'
import { invoiceAllowances, invoices } from '../db/tables/invoices.ts'
import { writeEvents } from '../webhooks/outbox.ts'

const ofInvoices: Partial<Record<InvoiceState, WebhookEvent>> = {
  issued: 'invoice.issued',
  voided: 'invoice.voided',
}
const shown = {
  orderId: invoices.orderId,
  invoiceId: invoices.id,
  number: invoices.invoiceNumber,
}

/** For webhooks: an invoice that is issued or void; one whose voiding failed stays issued. */
export async function tellInvoice(
  db: Db,
  id: string,
  move: { before: InvoiceState; state: InvoiceState },
): Promise<void> {
  const type = move.state === move.before ? undefined : ofInvoices[move.state]
  if (!type || (move.before === 'voiding' && type === 'invoice.issued')) return
  await writeEvents(db, [type], async () => {
    const rows = await db
      .select({ ...shown, amount: invoices.amount })
      .from(invoices)
      .where(eq(invoices.id, id))
    return rows.map((row) => toEvent(type, row))
  })
}

/** For webhooks: an allowance that is made. */
export async function tellAllowance(
  db: Db,
  id: string,
  move: { before: AllowanceState; state: AllowanceState },
): Promise<void> {
  if (move.state === move.before || move.state !== 'allowed') return
  await writeEvents(db, ['allowance.issued'], async () => {
    const rows = await db
      .select({ ...shown, amount: invoiceAllowances.amount })
      .from(invoiceAllowances)
      .innerJoin(invoices, eq(invoices.id, invoiceAllowances.invoiceId))
      .where(eq(invoiceAllowances.id, id))
    return rows.map((row) => toEvent('allowance.issued', row))
  })
}

function toEvent(
  type: WebhookEvent,
  row: { orderId: string; invoiceId: string; number: string | null; amount: number },
) {
  const { orderId, invoiceId, number, amount } = row
  const data = { order_id: orderId, invoice_id: invoiceId, invoice_number: number, amount }
  return { type, subject: orderId, data }
}
