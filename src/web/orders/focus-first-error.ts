import type { FieldErrors, FieldPath, UseFormReturn } from 'react-hook-form'
import { typedInvoiceFields } from '../shared/invoice-fields.ts'
import type { CheckoutFields } from './order-content.ts'

/** In the order of the screen; react-hook-form would use the order of registration. */
export const fieldOrder = [
  'name',
  'email',
  'tel',
  'method',
  'place',
  'store',
  'zip',
  'district',
  'address',
  'invoice',
  'message',
  'hasConsent',
] as const

/** Focuses the first faulty field of the screen. */
export function focusFirstError(
  form: UseFormReturn<CheckoutFields>,
  invalid: FieldErrors<CheckoutFields>,
): void {
  const first = fieldOrder.find((field) => invalid[field])
  if (!first) return
  const inInvoice = typedInvoiceFields.find((field) => invalid.invoice?.[field])
  const path: FieldPath<CheckoutFields> =
    first === 'invoice' && inInvoice ? `invoice.${inInvoice}` : first
  form.setFocus(path)
}
