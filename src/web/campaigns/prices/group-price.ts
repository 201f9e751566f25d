import { isOpenGroup, metricUnits } from '#contract/campaign-states.ts'
import type { Campaign, CampaignTier, Group } from '#contract/campaigns.ts'
import { formatLowest } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { formatDateTime } from '../../ui/dates.ts'

type CampaignProduct = Campaign['products'][number]

/** A variant of a campaign, or a product without options. */
export interface Sold {
  /** Of the variant, or of the product without options. */
  id: string
  product: CampaignProduct
  /** Absent of a product without options. */
  variant?: NonNullable<CampaignProduct['variants']>[number]
}

export function soldOfProduct(product: CampaignProduct): Sold[] {
  if (!product.variants) return [{ id: product.product_id, product }]
  return product.variants.map((variant) => ({ id: variant.variant_id, product, variant }))
}

/** All that is sold in a campaign, in the order of its page. */
export function soldOf({ products }: Pick<Campaign, 'products'>): Sold[] {
  return products.flatMap(soldOfProduct)
}

/** The key of a line in the maps of what is sold. */
export function soldId(line: { product_id: string; variant_id?: string | undefined }): string {
  return line.variant_id ?? line.product_id
}

/** Prices of one piece in whole NT$, by the id of what is sold. */
export type PriceList = ReadonlyMap<string, number>

export function priceList(
  campaign: Pick<Campaign, 'products'>,
  prices: CampaignTier['prices'] = [],
): PriceList {
  const ofProducts = new Map(prices.map((price) => [price.product_id, price.unit_price]))
  return new Map(
    soldOf(campaign).flatMap(({ id, product, variant }): [string, number][] => {
      const price = ofProducts.get(product.product_id)
      return price === undefined ? [] : [[id, price + (variant?.step ?? 0)]]
    }),
  )
}

/** The highest unit prices. */
export function ceilingPrices(campaign: Pick<Campaign, 'products' | 'tiers'>): PriceList {
  return priceList(campaign, campaign.tiers[0]?.prices)
}

export function currentPrices(campaign: Campaign, group: Group | undefined): PriceList {
  return priceList(campaign, group?.final_prices ?? campaign.tiers[group?.tier ?? 0]?.prices)
}

/** Whether variants of a product differ in their price. */
export function hasSeveralSteps({ variants = [] }: CampaignProduct): boolean {
  return variants.some(({ step }) => step !== variants[0]?.step)
}

/** One price, or the lowest of several with 「起」. */
export function pricesText(prices: Iterable<number>): string {
  const all = [...prices]
  const lowest = Math.min(...all)
  return formatLowest(
    lowest,
    all.some((price) => price !== lowest),
  )
}

/** 「還差 2 份成團」; undefined when nothing is missing. */
export function missingText(group: Pick<Group, 'missing' | 'campaign'>): string | undefined {
  const { missing, campaign } = group
  if (missing <= 0) return undefined
  return t('還差 {missing} {metric}成團', { missing, metric: t(metricUnits[campaign.metric]) })
}

/** 「18 份」 or 「12 人」: what counts for success. */
export function countText(group: Pick<Group, 'units' | 'members' | 'campaign'>): string {
  const { metric } = group.campaign
  return `${group[metric]} ${t(metricUnits[metric])}`
}

/** How it came out, in the words of the page; undefined while it is open. */
export function outcomeText(group: Group, campaign: Campaign): string | undefined {
  if (group.state === 'closing') return t('已截止，結算中')
  switch (group.outcome) {
    case 'succeeded':
      return t('已成團，最終單價 {pricesText}', {
        pricesText: pricesText(currentPrices(campaign, group).values()),
      })
    case 'failed':
      return campaign.money === 'authorise_capture'
        ? t('未成團，刷卡授權已取消')
        : t('未成團，沒有收取任何款項')
    case 'cancelled':
      return group.reason ? t('團購已取消：{reason}', { reason: t(group.reason) }) : t('團購已取消')
    default:
      return undefined
  }
}

/** Share text of a group: its price and deadline, or its outcome. */
export function groupShareText(group: Group, campaign: Campaign): string {
  const { title } = campaign
  if (!isOpenGroup(group)) {
    return [title, outcomeText(group, campaign)].filter(Boolean).join(t('，'))
  }
  const price = t('{title} 目前 {pricesText}', {
    title,
    pricesText: pricesText(currentPrices(campaign, group).values()),
  })
  const deadline = t('{expires_at} 截止', { expires_at: formatDateTime(group.expires_at) })
  return [price, missingText(group), deadline].filter(Boolean).join(t('，'))
}
