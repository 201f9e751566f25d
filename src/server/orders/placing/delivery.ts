import { splitAddress } from '#contract/address.ts'
import type { AdminShippingMethod } from '#contract/admin-shipping.ts'
import { pickupNameFault, pickupPhoneFault } from '#contract/pickup-contact.ts'
import type { ShippingChoice } from '#contract/shipping.ts'
import type { Store } from '#contract/stores.ts'
import type { Db } from '../../db/connect.ts'
import { fieldError } from '../../input/coerced-values.ts'
import { chooseStore } from '../../logistics/stores/store-choices.ts'
import { chooseShipping, chosenOffer } from '../../shipping/choose-method.ts'
import {
  type Basket,
  type Destination,
  type Offer,
  offerMethod,
  offerMethods,
} from '../../shipping/offer-methods.ts'
import type { Contact } from '../order-user.ts'
import type { OrderRow } from '../order-wire.ts'
import type { OrderDraft } from './create-order.ts'

/** The store that a choice names; throws for one that is not there any more. */
export async function storeOf(
  db: Db,
  owner: string,
  choice: ShippingChoice | undefined,
): Promise<Store | undefined> {
  const token = choice?.store_token
  return token === undefined ? undefined : chooseStore(db, owner, token)
}

/**
 * How an order of this contact is delivered, and its fee. The address of a place or store takes that
 * of the contact; an order that is sent home needs one.
 */
export function deliveryOf(
  methods: readonly AdminShippingMethod[],
  basket: Basket,
  {
    choice,
    contact,
    store,
  }: {
    choice: ShippingChoice | undefined
    contact: Contact
    /** Of the token in the choice. */
    store?: Store | undefined
  },
): Pick<OrderDraft, 'contact' | 'shipping'> & { fee: number } {
  const address = splitAddress(contact.address)
  const chosen = chooseShipping(methods, basket, { choice, address, store })
  const { kept: shipping, fee } = chosen
  if (shipping.kind === 'store') assertMayPickUp(contact)
  const sentTo = chosen.address ?? contact.address
  if (sentTo === '') throw fieldError('address', 'address 屬性不得為空')
  return { shipping, fee, contact: { ...contact, address: sentTo } }
}

/** Where an order goes, as the fees of its methods must know. */
export function destinationOf({
  shipping,
  userAddress,
}: Pick<OrderRow, 'shipping' | 'userAddress'>): Destination {
  const { county, district } = splitAddress(userAddress)
  const { store } = shipping ?? {}
  return {
    ...{ county, district },
    ...(store && { store: { ...splitAddress(store.address), chain: store.chain } }),
  }
}

/** The offer of the method of an order for another basket; undefined where it is gone. */
export function offerOfKept(
  methods: readonly AdminShippingMethod[],
  order: Pick<OrderRow, 'shipping' | 'userAddress'>,
  basket: Basket,
): Offer | undefined {
  const destination = destinationOf(order)
  const { shipping } = order
  if (!shipping) return chosenOffer(offerMethods(methods, basket, destination))
  const method = methods.find(({ id }) => id === shipping.methodId)
  return method && offerMethod(method, basket, destination)
}

/** A clerk hands a parcel out to the name on it, and the chain writes to the telephone. */
function assertMayPickUp({ name, tel }: Contact): void {
  const faults = { name: pickupNameFault(name), tel: pickupPhoneFault(tel) }
  for (const [field, fault] of Object.entries(faults)) {
    if (fault !== undefined) throw fieldError(field, fault)
  }
}
