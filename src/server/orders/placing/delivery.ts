import { splitAddress } from '#contract/address.ts'
import type { AdminShippingMethod } from '#contract/admin-shipping.ts'
import type { ShippingChoice } from '#contract/shipping.ts'
import { fieldError } from '../../input/coerced-values.ts'
import { chooseShipping } from '../../shipping/choose-method.ts'
import type { Basket } from '../../shipping/offer-methods.ts'
import type { Contact } from '../order-user.ts'
import type { OrderDraft } from './create-order.ts'

/**
 * How an order of this contact is delivered, and its fee. The address of a place or store takes that
 * of the contact; an order that is sent home needs one.
 */
export function deliveryOf(
  methods: readonly AdminShippingMethod[],
  basket: Basket,
  { choice, contact }: { choice: ShippingChoice | undefined; contact: Contact },
): Pick<OrderDraft, 'contact' | 'shipping'> & { fee: number } {
  const address = splitAddress(contact.address)
  const chosen = chooseShipping(methods, basket, { choice, address })
  const { kept: shipping, fee } = chosen
  const sentTo = chosen.address ?? contact.address
  if (sentTo === '') throw fieldError('address', 'address 屬性不得為空')
  return { shipping, fee, contact: { ...contact, address: sentTo } }
}
