import { sql } from 'drizzle-orm'
import { type InvoiceInput, readInvoiceChoice } from '#contract/invoice-choice.ts'
import type { InvoicePreview } from '#contract/invoices.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { lockAnyOrder, updateOrder } from '../orders/back-office/admin-orders.queries.ts'
import { invoiceColumns } from '../orders/order-invoice.ts'
import { settleInvoices } from './invoice.jobs.ts'
import type { InvoiceDeps } from './invoice-deps.ts'
import { nextInvoiceState } from './invoice-states.ts'
import { readInvoiceTimes } from './invoice-times.ts'
import {
  findInvoice,
  type InvoiceRow,
  type InvoiceWithAllowances,
  listOrdersToRetry,
  toPlanned,
  validOf,
  withAllowances,
  writeInvoice,
} from './invoices.queries.ts'
import { readOrderMoney } from './order-money.queries.ts'
import { isVoidable, planInvoices } from './plan-invoices.ts'

const subjectOf = ({ id, invoiceNumber, number }: InvoiceRow) => {
  return { kind: 'invoice', id, title: invoiceNumber ?? number }
}

/** By the clock of the shop. */
export async function readShopNow(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(sql`select shop_now()::text as now`)
  return new Date(rows[0]?.now ?? Number.NaN)
}

/** Tries what was refused or got no answer again, of an invoice or of all; with how many orders. */
export async function retryInvoices(
  { db, jobs }: InvoiceDeps,
  actor: StaffActor,
  id?: string,
): Promise<number> {
  return transaction(db, async (tx) => {
    const invoice = id === undefined ? undefined : await findInvoice(tx, id)
    if (id !== undefined && !invoice) throw new ShopError('INVOICE_NOT_FOUND')
    const orderIds = invoice ? [invoice.orderId] : await listOrdersToRetry(tx)
    const retried = orderIds.map((orderId) => ({ orderId, retries: true }))
    if (retried.length > 0) await jobs.sendAll(tx, settleInvoices, retried)
    const subject = invoice ? subjectOf(invoice) : { kind: 'invoice', title: '電子發票' }
    const after = invoice ? {} : { orders: retried.length }
    await recordAudit(tx, actor, { action: 'invoice.retry', subject, after })
    return retried.length
  })
}

/**
 * Makes an issued invoice void; the plan issues another one in its place, with the choice of then. Throws
 * INVOICE_STATE where the calendar or an allowance is against it.
 */
export function reissueInvoice(
  { db, jobs }: InvoiceDeps,
  actor: StaffActor,
  { id, reason, input }: { id: string; reason: string; input: InvoiceInput | undefined },
): Promise<void> {
  return transaction(db, async (tx) => {
    const known = await findInvoice(tx, id)
    if (!known) throw new ShopError('INVOICE_NOT_FOUND')
    await lockAnyOrder(tx, known.orderId)
    const row = await findInvoice(tx, id)
    const [invoice] = row ? await withAllowances(tx, [row]) : []
    if (!invoice) throw new ShopError('INVOICE_NOT_FOUND')
    const refusal = reissueRefusal(invoice, await readShopNow(tx))
    if (refusal !== undefined) throw new ShopError('INVOICE_STATE', { message: refusal })
    if (input) await updateOrder(tx, invoice.orderId, invoiceColumns(readChoice(input)))
    const state = nextInvoiceState(invoice.state, 'void')
    await writeInvoice(tx, invoice, state, { voidReason: reason, message: null, waits: null })
    await jobs.send(tx, settleInvoices, { orderId: invoice.orderId })
    await recordAudit(tx, actor, {
      action: 'invoice.reissue',
      subject: subjectOf(invoice),
      after: { reason, ...(input && { kind: input.kind }) },
    })
  })
}

function readChoice(input: InvoiceInput) {
  const read = readInvoiceChoice(input)
  if ('choice' in read) return read.choice
  const { faults: fields } = read
  throw new ShopError('INVALID_INPUT', { message: Object.values(fields), fields: { ...fields } })
}

function reissueRefusal(invoice: InvoiceWithAllowances, now: Date): string | undefined {
  if (invoice.state !== 'issued') return '只有已開立的發票可以作廢重開'
  if (invoice.isDonated) return '捐贈的發票不能作廢'
  if (invoice.allowances.length > 0) return '已開立折讓的發票不能作廢'
  return isVoidable(toPlanned(invoice), now) ? undefined : '已超過可以作廢的期限'
}

/** The effects of a refund, in whole NT$, on the invoices of an order; undefined: one of all that it keeps. */
export async function previewRefund(
  db: Db,
  orderId: string,
  rows: readonly InvoiceWithAllowances[],
  refund: number | undefined,
): Promise<InvoicePreview> {
  if (rows.length === 0) return []
  const { kept, now } = await readOrderMoney(db, orderId, await readInvoiceTimes(db))
  const valid = validOf(rows)
  const numbers = new Map(valid.map(({ id, invoiceNumber }) => [id, invoiceNumber]))
  const steps = planInvoices({
    kept: Math.max(0, kept - (refund ?? kept)),
    isDue: false,
    invoices: valid.map(toPlanned),
    now,
  })
  return steps.flatMap((step): InvoicePreview => {
    if (step.type === 'issue') return []
    const number = numbers.get(step.invoiceId)
    return [{ type: step.type, ...(number && { number }), amount: step.amount }]
  })
}
