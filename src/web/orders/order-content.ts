import type { InvoiceInput } from '#contract/invoice-choice.ts'
import type { ShippingChoice } from '#contract/shipping.ts'
import type { AddressForm } from '../shared/address-form.ts'
import type { InvoiceFields } from '../shared/invoice-fields.ts'

/** The fields of the checkout. */
export interface CheckoutFields extends AddressForm, DeliveryFields {
  name: string
  email: string
  tel: string
  message: string
  hasConsent: boolean
  /** Absent while the shop issues no invoices. */
  invoice?: InvoiceFields
}

/** How the order is delivered; empty: as the shop would have it. */
export interface DeliveryFields {
  /** The id of the method. */
  method: string
  /** The id of the place where it is picked up. */
  place: string
  /** The token of the store where it is picked up, as the shop keeps the choice. */
  store: string
}

export interface Recipient {
  name: string
  email: string
  tel: string
  /** Not asked for where it is picked up. */
  address?: string
}

/** The content of an order besides the cart. */
export interface OrderContent {
  user: Recipient
  message: string
  shipping?: ShippingChoice
  invoice?: InvoiceInput
  /** Of the member's own account, in whole NT$. */
  credit?: number
  points?: number
}
