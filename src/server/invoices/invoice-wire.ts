import { type InvoiceInput, toInvoiceInput } from '#contract/invoice-choice.ts'
import type { InvoiceLine } from '#contract/invoice-lines.ts'
import { voidableUntil } from '#contract/invoice-period.ts'
import type { InvoiceState } from '#contract/invoice-states.ts'
import { invoiceChoiceText } from '#contract/invoice-words.ts'
import type { AdminInvoice, OwnInvoice } from '#contract/invoices.ts'
import { t } from '#contract/translate.ts'
import type { Db } from '../db/connect.ts'
import { mayDo, type StaffActor } from '../http/actor.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import { type InvoiceColumns, toInvoiceChoice } from '../orders/order-invoice.ts'
import { readInvoiceTimes } from './invoice-times.ts'
import {
  type AllowanceRow,
  type InvoiceWithAllowances,
  listInvoicesOf,
  toPlanned,
} from './invoices.queries.ts'
import { isVoidable } from './plan-invoices.ts'

const ownStates: Record<InvoiceState, OwnInvoice['state']> = {
  queued: 'pending',
  issuing: 'pending',
  failed: 'pending',
  dropped: 'pending',
  issued: 'issued',
  voiding: 'issued',
  voided: 'voided',
}

/** The invoices of an order for its shopper, newest first. */
export async function readOwnInvoices(db: Db, orderId: string): Promise<OwnInvoice[]> {
  return (await listInvoicesOf(db, orderId)).toReversed().map(toOwnInvoice)
}

function toOwnInvoice(row: InvoiceWithAllowances): OwnInvoice {
  const { state, amount, invoiceNumber, randomNumber, issuedAt, choice } = row
  const { allowed } = toPlanned(row)
  return {
    state: ownStates[state],
    amount,
    ...(allowed > 0 && { allowed }),
    ...(invoiceNumber !== null && { number: invoiceNumber }),
    ...(randomNumber !== null && { random: randomNumber }),
    ...(issuedAt && { date: toEpochSeconds(issuedAt) }),
    ...(choice && { choice: toInvoiceInput(choice) }),
  }
}

/** The line of the mail of a parcel about the invoice of its order; undefined: the shop issues none. */
export async function readInvoiceText(
  db: Db,
  order: InvoiceColumns & { id: string },
): Promise<string | undefined> {
  const [rows, { isOn }] = await Promise.all([listInvoicesOf(db, order.id), readInvoiceTimes(db)])
  const choice = invoiceChoiceText(toInvoiceInput(toInvoiceChoice(order)))
  const last = rows.findLast(({ state }) => state === 'issued')
  if (last)
    return t('電子發票 {invoiceNumber}，隨機碼 {randomNumber}（{choice}）', {
      invoiceNumber: last.invoiceNumber,
      randomNumber: last.randomNumber,
      choice,
    })
  return isOn ? t('電子發票開立後，號碼會顯示在訂單頁（{choice}）', { choice }) : undefined
}

export function toAdminInvoice(
  row: InvoiceWithAllowances,
  { orderNumber, now, actor }: { orderNumber: string; now: Date; actor: StaffActor },
): AdminInvoice {
  const { amount, state, issuedAt, voidedAt, choice } = row
  const planned = toPlanned(row)
  const seesPersons = mayDo(actor, 'person.read')
  return {
    id: row.id,
    order_id: row.orderId,
    order_number: orderNumber,
    amount,
    left: state === 'voided' ? 0 : amount - planned.allowed,
    state,
    ...(row.invoiceNumber !== null && { number: row.invoiceNumber }),
    ...(row.randomNumber !== null && { random: row.randomNumber }),
    ...(issuedAt && { date: toEpochSeconds(issuedAt) }),
    create_at: toEpochSeconds(row.createdAt),
    ...(choice && { choice: shownChoice(toInvoiceInput(choice), seesPersons) }),
    ...(row.isTrial && { is_trial: true as const }),
    lines: row.lines.map(toLine),
    allowances: row.allowances.map(toAllowance),
    ...(row.voidReason !== null && { void_reason: row.voidReason }),
    ...(voidedAt && { voided_at: toEpochSeconds(voidedAt) }),
    ...(state === 'issued' &&
      issuedAt &&
      isVoidable(planned, now) && { voidable_until: toEpochSeconds(voidableUntil(issuedAt)) }),
    ...toCall(row),
  }
}

function toAllowance(row: AllowanceRow): AdminInvoice['allowances'][number] {
  const { id, amount, state, number, allowedAt, lines } = row
  return {
    ...{ id, amount, state },
    ...(number !== null && { number }),
    ...(allowedAt && { date: toEpochSeconds(allowedAt) }),
    lines: lines.map(toLine),
    ...toCall(row),
  }
}

function toLine({ title, qty, unit, amount, taxType }: InvoiceLine) {
  return { title, qty, unit, amount, tax_type: taxType }
}

function toCall({ message, isBlocked }: { message: string | null; isBlocked: boolean }) {
  return {
    ...(message !== null && { message }),
    ...(isBlocked && { is_blocked: true as const }),
  }
}

/** The kind is no secret. */
function shownChoice(choice: InvoiceInput, seesPersons: boolean): InvoiceInput {
  const { kind, carrier_type: type } = choice
  return seesPersons ? choice : { kind, ...(type && { carrier_type: type }) }
}
