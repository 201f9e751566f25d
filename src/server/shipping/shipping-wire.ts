import type { AdminShippingMethod } from '#contract/admin-shipping.ts'
import type { ShippingMethod, ShippingOffer } from '#contract/shipping.ts'
import type { Offer } from './offer-methods.ts'

/** The offers for a basket as a shopper reads them. */
export function toShippingOffer(
  offers: readonly Offer[],
  chosen: Offer | undefined,
): ShippingOffer {
  return {
    methods: offers.map(({ method: { id, kind, name, cod }, fee, refusal }) => ({
      ...{ id, kind, name, cod, is_offered: !refusal },
      ...(refusal ? { reason: refusal.text, reason_code: refusal.code } : { fee }),
    })),
    ...(chosen && { chosen: chosen.method.id }),
  }
}

/** Those that are on, as shoppers may choose them. */
export function toShownMethods(methods: readonly AdminShippingMethod[]): ShippingMethod[] {
  return methods.filter(({ is_on }) => is_on).map(toShownMethod)
}

function toShownMethod(method: AdminShippingMethod): ShippingMethod {
  const { id, kind, name, fee, free_over, steps, outlying, cod, chains, places } = method
  const { temperatures } = method
  return {
    ...{ id, kind, name, fee, free_over, outlying, cod, temperatures },
    ...(steps && { steps }),
    ...(chains && { chains }),
    ...(places && { places }),
  }
}
