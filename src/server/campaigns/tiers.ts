import type { CampaignTierFacts } from './campaign-facts.ts'

/** The position of the highest tier that so many units reach; the first for none at all. */
export function tierAt(tiers: readonly Pick<CampaignTierFacts, 'fromUnits'>[], units: number) {
  return Math.max(
    0,
    tiers.findLastIndex(({ fromUnits }) => fromUnits <= units),
  )
}

/** The price of one piece in a tier, in whole NT$; throws for a product that is not sold in it. */
export function priceIn(
  tiers: readonly CampaignTierFacts[],
  position: number,
  productId: string,
): number {
  const price = tiers[position]?.prices.find((found) => found.productId === productId)
  if (!price) throw new Error(`no price of ${productId} in tier ${position}`)
  return price.unitPrice
}

/** Whether the products differ in their price. */
export function hasSeveralPrices(tiers: readonly CampaignTierFacts[], position: number): boolean {
  return new Set(tiers[position]?.prices.map(({ unitPrice }) => unitPrice)).size > 1
}

/** Of all products, in whole NT$. */
export function lowestPriceIn(tiers: readonly CampaignTierFacts[], position: number): number {
  const prices = tiers[position]?.prices.map(({ unitPrice }) => unitPrice) ?? []
  return prices.length === 0 ? 0 : Math.min(...prices)
}
