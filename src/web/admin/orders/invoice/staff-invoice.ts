import type { InvoiceInput, InvoiceKind } from '#contract/invoice-choice.ts'
import {
  type InvoiceFields,
  invoiceFieldOf,
  type TypedInvoiceField,
  toInvoice,
  toInvoiceFields,
} from '../../../shared/invoice-fields.ts'
import type { FieldWords } from '../../ui/fields/field-errors.ts'

/** As the staff types a choice; without a kind none is made. A company's barcode stores its invoice. */
export interface InvoiceForm {
  invoice: Omit<InvoiceFields, 'kind' | 'isStored'> & { kind: InvoiceKind | '' }
}
type StaffInvoice = InvoiceForm['invoice']

export function toStaffInvoice(choice: InvoiceInput | undefined): StaffInvoice {
  const { isStored: _, kind, ...typed } = toInvoiceFields(choice)
  return { ...typed, kind: choice ? kind : '' }
}

function toFields({ kind, ...typed }: StaffInvoice): InvoiceFields {
  return { ...typed, kind: kind || 'person', isStored: typed.mobile.trim() !== '' }
}

/** As it is sent; undefined where none is made. */
export function fromStaffInvoice(typed: StaffInvoice): InvoiceInput | undefined {
  return typed.kind === '' ? undefined : toInvoice(toFields(typed))
}

/** Where a refused field of the wire stands in the form; undefined: it is none of an invoice. */
export function staffInvoiceField(
  name: string,
  typed: StaffInvoice,
): `invoice.${TypedInvoiceField}` | undefined {
  const field = invoiceFieldOf(name, toFields(typed))
  return field && `invoice.${field}`
}

/** The server says what is wrong with each. */
export const invoiceWords = {
  tax_id: { label: '統一編號', saysItself: true },
  title: { label: '公司抬頭', saysItself: true },
  carrier: { label: '載具', saysItself: true },
  love_code: { label: '捐贈碼', saysItself: true },
} satisfies Record<string, FieldWords>
