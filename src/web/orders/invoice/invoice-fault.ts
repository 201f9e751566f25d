import { readInvoiceChoice } from '#contract/invoice-choice.ts'
import {
  type InvoiceFields,
  invoiceWireNames,
  type TypedInvoiceField,
  toInvoice,
} from '../../shared/invoice-fields.ts'

/** Why the shop would refuse a field. */
export function invoiceFault(fields: InvoiceFields, field: TypedInvoiceField): string | undefined {
  const read = readInvoiceChoice(toInvoice(fields))
  return 'faults' in read ? read.faults[invoiceWireNames[field]] : undefined
}
