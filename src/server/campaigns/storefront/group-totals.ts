import type { LeaderConsole } from '#contract/campaigns.ts'
import type { CampaignFacts } from '../campaign-facts.ts'
import { soldOf } from '../tiers.ts'

interface Line {
  productId: string
  variantId?: string
  variantTitle?: string
  title: string
  qty: number
}

/** Pieces of all that is sold over all live places, in the order of the campaign. */
export function totalsByProduct(
  facts: Pick<CampaignFacts, 'products'>,
  places: readonly { lines: readonly Omit<Line, 'title'>[] }[],
): LeaderConsole['by_product'] {
  const lines = places.flatMap((place) => place.lines)
  return [...soldOf(facts)].flatMap(([id, sold]) => {
    const qty = lines
      .filter((line) => (line.variantId ?? line.productId) === id)
      .reduce((sum, line) => sum + line.qty, 0)
    return qty === 0 ? [] : [toLine({ ...sold, qty })]
  })
}

/** Pieces of a product or variant, as the wire has them. */
export function toLine({ productId, variantId, variantTitle, title, qty }: Line) {
  return {
    product_id: productId,
    ...(variantId && { variant_id: variantId }),
    ...(variantTitle && { variant_title: variantTitle }),
    title,
    qty,
  }
}
