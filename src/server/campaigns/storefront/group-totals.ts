import type { LeaderConsole } from '#contract/campaigns.ts'
import type { CampaignFacts } from '../campaign-facts.ts'
import { type SoldPieces, soldOf, toLine } from '../tiers.ts'

/** Pieces of all that is sold over all live places, in the order of the campaign. */
export function totalsByProduct(
  facts: Pick<CampaignFacts, 'products'>,
  places: readonly { lines: readonly Omit<SoldPieces, 'title'>[] }[],
): LeaderConsole['by_product'] {
  const lines = places.flatMap((place) => place.lines)
  return [...soldOf(facts)].flatMap(([id, sold]) => {
    const qty = lines
      .filter((line) => (line.variantId ?? line.productId) === id)
      .reduce((sum, line) => sum + line.qty, 0)
    return qty === 0 ? [] : [toLine({ ...sold, qty })]
  })
}
