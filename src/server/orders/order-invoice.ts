import {
  type InvoiceChoice,
  type InvoiceInput,
  readInvoiceChoice,
  toInvoiceInput,
} from '#contract/invoice-choice.ts'
import type { SettingValues } from '#contract/settings.ts'
import type { orders } from '../db/tables/orders.ts'
import { ShopError } from '../http/shop-error.ts'

export type InvoiceColumns = Pick<
  typeof orders.$inferSelect,
  | 'invoiceKind'
  | 'invoiceCarrier'
  | 'invoiceCarrierNumber'
  | 'invoiceTaxId'
  | 'invoiceTitle'
  | 'invoiceLoveCode'
>

const noColumns: InvoiceColumns = {
  invoiceKind: null,
  invoiceCarrier: null,
  invoiceCarrierNumber: null,
  invoiceTaxId: null,
  invoiceTitle: null,
  invoiceLoveCode: null,
}

/** Whether shoppers choose an invoice: what the owner has switched on, whatever its account does now. */
export function issuesInvoices({ invoice }: Pick<SettingValues, 'invoice'>): boolean {
  return invoice.mode === 'on'
}

/**
 * The choice of a call; undefined where there is none, or the shop issues no invoices. Throws
 * INVALID_INPUT with what is wrong, by the fields of the wire.
 */
export function readInvoice(
  input: InvoiceInput | undefined,
  settings: Pick<SettingValues, 'invoice'>,
): InvoiceChoice | undefined {
  if (input === undefined || !issuesInvoices(settings)) return undefined
  const read = readInvoiceChoice(input)
  if ('choice' in read) return read.choice
  const { faults: fields } = read
  throw new ShopError('INVALID_INPUT', { message: Object.values(fields), fields: { ...fields } })
}

/** A choice as its order keeps it. */
export function invoiceColumns(choice: InvoiceChoice | undefined): InvoiceColumns {
  if (choice === undefined) return noColumns
  const { kind } = choice
  switch (kind) {
    case 'person': {
      const number = choice.carrier === 'member' ? null : choice.carrierNumber
      const { carrier: invoiceCarrier } = choice
      return { ...noColumns, invoiceKind: kind, invoiceCarrier, invoiceCarrierNumber: number }
    }
    case 'company': {
      const { taxId: invoiceTaxId, title: invoiceTitle, mobileBarcode } = choice
      const stored = mobileBarcode !== undefined && {
        invoiceCarrier: 'mobile' as const,
        invoiceCarrierNumber: mobileBarcode,
      }
      return { ...noColumns, invoiceKind: kind, invoiceTaxId, invoiceTitle, ...stored }
    }
    case 'donation':
      return { ...noColumns, invoiceKind: kind, invoiceLoveCode: choice.loveCode }
  }
}

/** As an order keeps it; undefined where none was chosen, or an erasure has taken its numbers. */
function chosenInvoice(order: InvoiceColumns): InvoiceChoice | undefined {
  const { invoiceKind: kind, invoiceCarrier, invoiceCarrierNumber: carrierNumber } = order
  const { invoiceTaxId: taxId, invoiceTitle: title, invoiceLoveCode: loveCode } = order
  if (kind === 'donation') return loveCode === null ? undefined : { kind, loveCode }
  if (kind === 'company') {
    if (taxId === null || title === null) return undefined
    return { kind, taxId, title, ...(carrierNumber !== null && { mobileBarcode: carrierNumber }) }
  }
  if (kind === null || invoiceCarrier === null) return undefined
  if (invoiceCarrier === 'member') return { kind, carrier: invoiceCarrier }
  return carrierNumber === null ? undefined : { kind, carrier: invoiceCarrier, carrierNumber }
}

/** The invoice that an order is to get: without a choice that of a person, kept with the member. */
export function toInvoiceChoice(order: InvoiceColumns): InvoiceChoice {
  return chosenInvoice(order) ?? { kind: 'person', carrier: 'member' }
}

/** The choice of an order by the names of the wire. */
export function toInvoiceWire(order: InvoiceColumns): InvoiceInput | undefined {
  const choice = chosenInvoice(order)
  return choice && toInvoiceInput(choice)
}
