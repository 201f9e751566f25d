import type { AddressForm } from '../shared/address-form.ts'

/** The fields of the checkout. */
export interface CheckoutFields extends AddressForm {
  name: string
  email: string
  tel: string
  message: string
  hasConsent: boolean
}

export interface Recipient {
  name: string
  email: string
  tel: string
  address: string
}

/** The content of an order besides the cart. */
export interface OrderContent {
  user: Recipient
  message: string
}
