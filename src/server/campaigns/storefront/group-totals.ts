import type { LeaderConsole } from '#contract/campaigns.ts'
import type { CampaignFacts } from '../campaign-facts.ts'
import { soldOf } from '../tiers.ts'

interface Place {
  lines: readonly { productId: string; variantId?: string; qty: number }[]
}

/** Pieces of all that is sold over all live places, in the order of the campaign. */
export function totalsByProduct(
  facts: Pick<CampaignFacts, 'products'>,
  places: readonly Place[],
): LeaderConsole['by_product'] {
  const lines = places.flatMap((place) => place.lines)
  return [...soldOf(facts)].flatMap(([id, { productId, variantId, title }]) => {
    const qty = lines
      .filter((line) => (line.variantId ?? line.productId) === id)
      .reduce((sum, line) => sum + line.qty, 0)
    if (qty === 0) return []
    return [{ product_id: productId, ...(variantId && { variant_id: variantId }), title, qty }]
  })
}
