import type { ShippingOffer } from '#contract/shipping.ts'
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
