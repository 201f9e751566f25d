/** The fields of the checkout. */
export interface CheckoutFields {
  name: string
  email: string
  tel: string
  address: string
  message: string
  hasConsent: boolean
}

/** Who receives an order. */
export interface Recipient {
  name: string
  email: string
  tel: string
  address: string
}

/** What an order says beside the cart. */
export interface OrderContent {
  user: Recipient
  message: string
}
