import type { Campaign } from '#contract/campaigns.ts'
import type { ShippingMethod } from '#contract/shipping.ts'
import { shopTerms } from '../api/shop-config.ts'

/**
 * The methods that participants may choose, as the server has them: those of the campaign, or all of
 * the shop. Undefined in a shop with one way home, and where the leader hands out.
 */
export function methodsOf(
  campaign: Pick<Campaign, 'delivery' | 'shipping_method_ids'>,
): ShippingMethod[] | undefined {
  const { delivery } = shopTerms ?? {}
  if (campaign.delivery === 'leader') return undefined
  const ids = campaign.shipping_method_ids ?? []
  const chosen = delivery?.filter(({ id }) => ids.includes(id)) ?? []
  return chosen.length > 0 ? chosen : delivery
}
