import { useEffect } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { splitAddress } from '#contract/address.ts'
import type { ShippingChoice, ShippingMethod, ShippingOffer } from '#contract/shipping.ts'
import type { KnownContact } from '../contact.ts'
import type { CheckoutFields } from '../order-content.ts'

/** The method and the address that fees are asked for; an empty method is the first that sends home. */
export interface AskedDelivery {
  method: string
  county: string
  district: string
}

/** As the form has it now; a known address stands for its fields. */
export function useAskedDelivery(
  { control }: UseFormReturn<CheckoutFields>,
  { address }: KnownContact,
): AskedDelivery {
  const [method, county, district] = useWatch({ control, name: ['method', 'county', 'district'] })
  const goesTo = address === null ? { county, district } : splitAddress(address)
  // Islands are known by their district: a county alone would be asked for in vain.
  const isKnown = goesTo.district !== ''
  return {
    method,
    county: isKnown ? goesTo.county : '',
    district: isKnown ? goesTo.district : '',
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

/** The choice as an order sends it; undefined while a place is missing. */
export function toChoice(
  { id, kind, places = [] }: ShippingMethod,
  { place, fee }: { place: string; fee: number | undefined },
): ShippingChoice | undefined {
  const [only, ...others] = places
  const at = places.find((one) => one.id === place) ?? (others.length === 0 ? only : undefined)
  if (kind === 'place' && !at) return undefined
  return {
    method_id: id,
    ...(at && { place_id: at.id }),
    ...(fee !== undefined && { fee }),
  }
}
