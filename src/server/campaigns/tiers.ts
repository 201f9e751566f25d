import { variantTitle } from '#contract/variants.ts'
import { readersTitle } from '../http/readers-texts.ts'
import type { CampaignFacts, CampaignTierFacts } from './campaign-facts.ts'

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

type PricedFacts = Pick<CampaignFacts, 'products' | 'tiers'>

/** Prices in a tier of all that is sold, by its id in stock, in whole NT$. */
export function soldPrices(
  { products, tiers }: PricedFacts,
  position: number,
): Map<string, number> {
  const steps = new Map(products.map(({ productId, snapshot }) => [productId, snapshot.variants]))
  return new Map(
    tiers[position]?.prices.flatMap(({ productId, unitPrice }) => {
      const sold = steps.get(productId) ?? [{ id: productId, step: 0 }]
      return sold.map(({ id, step }): [string, number] => [id, unitPrice + step])
    }),
  )
}

export interface Sold {
  productId: string
  /** Absent of a product without options. */
  variantId?: string
  variantTitle?: string
  /** Names the variant, too. */
  title: string
  unit: string
}

/** All that is sold in a campaign, by its id in stock, in the order of the page; titles are for the reader of now. */
export function soldOf({ products }: Pick<CampaignFacts, 'products'>): Map<string, Sold> {
  return new Map(
    products.flatMap(({ productId, snapshot }): [string, Sold][] => {
      const { unit, variants } = snapshot
      const title = readersTitle(snapshot)
      if (!variants) return [[productId, { productId, title, unit }]]
      return variants.map(({ id, title: variant }) => [
        id,
        {
          productId,
          variantId: id,
          variantTitle: variant,
          title: variantTitle(title, variant),
          unit,
        },
      ])
    }),
  )
}

export type SoldPieces = Omit<Sold, 'unit'> & { qty: number }

/** Pieces of a product or variant, as the wire has them. */
export function toLine({ productId, variantId, variantTitle, title, qty }: SoldPieces) {
  return {
    product_id: productId,
    ...(variantId && { variant_id: variantId }),
    ...(variantTitle && { variant_title: variantTitle }),
    title,
    qty,
  }
}

/** The variants of a product may differ in price. */
export function hasSeveralPrices(facts: PricedFacts, position: number): boolean {
  return new Set(soldPrices(facts, position).values()).size > 1
}

/** Of all that is sold, in whole NT$. */
export function lowestPriceIn(facts: PricedFacts, position: number): number {
  const prices = [...soldPrices(facts, position).values()]
  return prices.length === 0 ? 0 : Math.min(...prices)
}
