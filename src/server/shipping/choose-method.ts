import type { AdminShippingMethod } from '#contract/admin-shipping.ts'
import { formatMoney } from '#contract/money.ts'
import type { PickupPlace, ShippingChoice } from '#contract/shipping.ts'
import { storeAddress } from '#contract/store-title.ts'
import type { Store } from '#contract/stores.ts'
import { t } from '#contract/translate.ts'
import type { KeptShipping } from '../db/tables/orders.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import { type Basket, type Destination, type Offer, offerMethods } from './offer-methods.ts'
import { placeAddress } from './place-address.ts'

type Carried = Extract<Offer, { fee: number }>
/** A method as the shopper asks for it. */
type Choice = Pick<ShippingChoice, 'method_id' | 'place_id' | 'fee'>

/** How an order is delivered, and what for. */
export interface ChosenShipping {
  kept: KeptShipping
  /** In whole NT$. */
  fee: number
  /** Of the place or store as one text; undefined where the shopper's own address counts. */
  address: string | undefined
}

/** The offer that counts: of the method that is asked for, else of the first home method that carries. */
export function chosenOffer(offers: readonly Offer[], methodId?: string): Carried | undefined {
  return offers.filter(carries).find(({ method }) => {
    return methodId ? method.id === methodId : method.kind === 'home'
  })
}

const carries = (offer: Offer): offer is Carried => offer.fee !== undefined

/**
 * Decides how an order is delivered, of the methods as they are now. A client that names none gets
 * the first home method that carries the basket. Throws when the method does not carry it, or costs
 * another fee than the shopper was shown.
 */
export function chooseShipping(
  methods: readonly AdminShippingMethod[],
  basket: Basket,
  {
    choice,
    address,
    store,
  }: {
    choice: Choice | undefined
    /** Where the shopper's own address is. */
    address: Pick<Destination, 'county' | 'district'>
    store?: Store | undefined
  },
): ChosenShipping {
  const { county, district } = address
  const offers = offerMethods(methods, basket, { county, district, ...(store && { store }) })
  const chosen = chosenOffer(offers, choice?.method_id)
  if (!chosen) throw refusalOf(offers, choice?.method_id)
  const { method, fee } = chosen
  if (choice?.fee !== undefined && choice.fee !== fee) {
    const message = t('運費已變更為 {fee}，請確認後再送出', { fee: formatMoney(fee) })
    throw new ShopError('SHIPPING_FEE_CHANGED', { message, shipping_fee: fee })
  }
  const { id: methodId, kind, name } = method
  const kept = { methodId, kind, name }
  if (kind === 'place') {
    const { id: _, ...place } = placeOf(method, choice?.place_id)
    return { kept: { ...kept, place }, fee, address: placeAddress(place) }
  }
  if (kind === 'home') return { kept, fee, address: undefined }
  if (!store) throw new ShopError('STORE_NEEDED')
  const { county: _, district: __, ...chosenStore } = store
  return { kept: { ...kept, store: chosenStore }, fee, address: storeAddress(store) }
}

/** Why nothing carries the basket, or not the method that was asked for. */
function refusalOf(offers: readonly Offer[], methodId: string | undefined): ShopError {
  const asked = offers.find(({ method }) =>
    methodId ? method.id === methodId : method.kind === 'home',
  )
  if (asked?.refusal) return unavailable(asked)
  return new ShopError(methodId ? 'SHIPPING_METHOD_GONE' : 'SHIPPING_METHOD_NEEDED')
}

export function unavailable({ method, refusal }: Extract<Offer, { refusal: object }>): ShopError {
  const message = t('無法以「{name}」配送：{text}', { name: method.name, text: refusal.text })
  return new ShopError('SHIPPING_METHOD_UNAVAILABLE', { message })
}

function placeOf({ places = [] }: AdminShippingMethod, id: string | undefined): PickupPlace {
  const [only, ...others] = places
  const place = id || others.length > 0 ? places.find((one) => one.id === id) : only
  if (!place) throw fieldError('place_id', '請選擇取貨地點')
  return place
}
