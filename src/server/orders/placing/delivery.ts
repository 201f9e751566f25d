import { splitAddress } from '#contract/address.ts'
import type { AdminShippingMethod } from '#contract/admin-shipping.ts'
import { pickupNameFault, pickupPhoneFault } from '#contract/pickup-contact.ts'
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
  if (shipping.kind === 'store') assertMayPickUp(contact)
  const sentTo = chosen.address ?? contact.address
  if (sentTo === '') throw fieldError('address', 'address 屬性不得為空')
  return { shipping, fee, contact: { ...contact, address: sentTo } }
}

/** A clerk hands a parcel out to the name on it, and the chain writes to the telephone. */
function assertMayPickUp({ name, tel }: Contact): void {
  const faults = { name: pickupNameFault(name), tel: pickupPhoneFault(tel) }
  for (const [field, fault] of Object.entries(faults)) {
    if (fault !== undefined) throw fieldError(field, fault)
  }
}
