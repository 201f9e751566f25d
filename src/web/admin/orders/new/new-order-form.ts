import type { ContactForm } from '../contact-fields.tsx'
import type { InvoiceForm } from '../invoice/staff-invoice.ts'
import type { PickedLine } from './line-picker.tsx'

/** An order as the staff enters it. */
export interface NewOrderForm extends ContactForm, InvoiceForm {
  /** Prices are those of when it was chosen; those of now are in the quote. */
  lines: PickedLine[]
  chargesShipping: 0 | 1
  /** The ids of the method and of its place; empty in a shop with one way home. */
  method: string
  place: string
}

/** The lines as their quote is asked for; empty while a quantity is not one. */
export function quotedLines(lines: readonly PickedLine[]): string {
  const isQuantity = (qty: unknown) =>
    Number.isInteger(qty) && Number(qty) >= 1 && Number(qty) <= 9999
  if (!lines.every(({ qty }) => isQuantity(qty))) return ''
  return lines
    .map(({ productId, variantId, qty }) => [productId, variantId, qty].filter(Boolean).join(':'))
    .join(',')
}
