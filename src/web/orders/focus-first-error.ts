import type { FieldErrors, FieldPath, UseFormReturn } from 'react-hook-form'
import { typedInvoiceFields } from '../shared/invoice-fields.ts'
import type { CheckoutFields } from './order-content.ts'

/** Focuses the first faulty field of `order`, which is that of the screen. */
export function focusFirstError(
  form: UseFormReturn<CheckoutFields>,
  invalid: FieldErrors<CheckoutFields>,
  order: readonly (keyof CheckoutFields)[],
): void {
  const first = order.find((field) => invalid[field])
  if (!first) return
  const inInvoice = typedInvoiceFields.find((field) => invalid.invoice?.[field])
  const path: FieldPath<CheckoutFields> =
    first === 'invoice' && inInvoice ? `invoice.${inInvoice}` : first
  form.setFocus(path)
}
