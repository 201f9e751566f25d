import { useEffect } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { splitAddress } from '#contract/address.ts'
import type { ShippingChoice, ShippingMethod, ShippingOffer } from '#contract/shipping.ts'
import { t } from '#contract/translate.ts'
import type { KnownContact } from '../contact.ts'
import type { CheckoutFields } from '../order-content.ts'

/** The method and the address or store that fees are asked for; an empty method is the first that sends home. */
export interface AskedDelivery {
  method: string
  county: string
  district: string
  store_token?: string
}

/** As the form has it now; a known address stands for its fields. */
export function useAskedDelivery(
  { control }: UseFormReturn<CheckoutFields>,
  { address }: KnownContact,
): AskedDelivery {
  const [method, county, district, store] = useWatch({
    control,
    name: ['method', 'county', 'district', 'store'],
  })
  const goesTo = address === null ? { county, district } : splitAddress(address)
  // Islands are known by their district: a county alone would be asked for in vain.
  const isKnown = goesTo.district !== ''
  return {
    method,
    county: isKnown ? goesTo.county : '',
    district: isKnown ? goesTo.district : '',
    ...(store && { store_token: store }),
  }
}

/** The chosen method; undefined where it cannot carry the goods, or nothing can. */
export function chosenMethod(
  methods: readonly ShippingMethod[],
  offer: ShippingOffer | undefined,
): ShippingMethod | undefined {
  return methods.find(({ id }) => id === offer?.chosen)
}

/** Where nothing is sent home, the first method that carries the goods stands for it. */
export function useFirstOffered(
  { getValues, setValue }: UseFormReturn<CheckoutFields>,
  offer: ShippingOffer | undefined,
): void {
  const first = offer?.chosen === undefined && offer?.methods.find((one) => one.is_offered)?.id
  useEffect(() => {
    if (first && getValues('method') === '') setValue('method', first)
  }, [first, getValues, setValue])
}

type Typed = Pick<CheckoutFields, 'place' | 'store'>

/** The choice that a method still asks of the shopper. */
export function deliveryFault(
  method: ShippingMethod,
  typed: Typed,
): { field: keyof Typed; message: string } | undefined {
  if (method.kind === 'place' && !placeOf(method, typed)) {
    return { field: 'place', message: t('請選擇取貨地點') }
  }
  if (method.kind === 'store' && typed.store === '') {
    return { field: 'store', message: t('請選擇取貨門市') }
  }
  return undefined
}

/** The choice as an order sends it, with the fee that was shown. */
export function toChoice(
  method: ShippingMethod,
  { fee, ...typed }: Typed & { fee: number | undefined },
): ShippingChoice {
  const place = method.kind === 'place' && placeOf(method, typed)
  return {
    method_id: method.id,
    ...(place && { place_id: place.id }),
    ...(method.kind === 'store' && { store_token: typed.store }),
    ...(fee !== undefined && { fee }),
  }
}

function placeOf({ places = [] }: ShippingMethod, { place }: Typed) {
  const [only, ...others] = places
  return places.find(({ id }) => id === place) ?? (others.length === 0 ? only : undefined)
}
