import type { ContactForm } from '../contact-fields.tsx'

/** An order as the staff enters it. */
export interface NewOrderForm extends ContactForm {
  lines: NewOrderLine[]
  chargesShipping: 0 | 1
  /** The ids of the method and of its place; empty in a shop with one way home. */
  method: string
  place: string
}

interface NewOrderLine {
  productId: string
  /** Absent of a product without options; the title names it, too. */
  variantId?: string
  title: string
  /** When it was chosen; that of now is in the quote. */
  price: number
  picture: string
  qty: number | ''
}

/** The lines as their quote is asked for; empty while a quantity is not one. */
export function quotedLines(lines: readonly NewOrderLine[]): string {
  const isQuantity = (qty: unknown) =>
    Number.isInteger(qty) && Number(qty) >= 1 && Number(qty) <= 9999
  if (!lines.every(({ qty }) => isQuantity(qty))) return ''
  return lines
    .map(({ productId, variantId, qty }) => [productId, variantId, qty].filter(Boolean).join(':'))
    .join(',')
}
