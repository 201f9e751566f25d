import type { LeaderConsole } from '#contract/campaigns.ts'
import type { CampaignFacts } from '../campaign-facts.ts'

interface Place {
  lines: readonly { productId: string; qty: number }[]
}

/** Pieces of each product over all live places, in the order of the campaign. */
export function totalsByProduct(
  { products }: Pick<CampaignFacts, 'products'>,
  places: readonly Place[],
): LeaderConsole['by_product'] {
  const lines = places.flatMap((place) => place.lines)
  return products.flatMap(({ productId, snapshot }) => {
    const qty = lines
      .filter((line) => line.productId === productId)
      .reduce((sum, line) => sum + line.qty, 0)
    return qty === 0 ? [] : [{ product_id: productId, title: snapshot.title, qty }]
  })
}
