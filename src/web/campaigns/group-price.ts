import { isOpenGroup, metricUnits } from '#contract/campaign-states.ts'
import type { Campaign, CampaignTier, Group } from '#contract/campaigns.ts'
import { formatMoney } from '#contract/money.ts'
import { formatDateTime } from '../ui/dates.ts'

/** Prices of one piece in whole NT$, by the product. */
export type PriceList = ReadonlyMap<string, number>

export function priceList(prices: CampaignTier['prices']): PriceList {
  return new Map(prices.map(({ product_id, unit_price }) => [product_id, unit_price]))
}

/** The highest unit prices. */
export function ceilingPrices(campaign: Campaign): PriceList {
  return priceList(campaign.tiers[0]?.prices ?? [])
}

export function currentPrices(campaign: Campaign, group: Group | undefined): PriceList {
  if (group?.final_prices) return priceList(group.final_prices)
  return priceList(campaign.tiers[group?.tier ?? 0]?.prices ?? [])
}

/** One price, or the lowest of several with 「起」. */
export function priceText(prices: Iterable<number>): string {
  const all = [...prices]
  const lowest = Math.min(...all)
  return all.some((price) => price !== lowest) ? `${formatMoney(lowest)} 起` : formatMoney(lowest)
}

/** 「還差 2 份成團」; undefined when nothing is missing. */
export function missingText(group: Pick<Group, 'missing' | 'campaign'>): string | undefined {
  const { missing, campaign } = group
  if (missing <= 0) return undefined
  return `還差 ${missing} ${metricUnits[campaign.metric]}成團`
}

/** 「18 份」 or 「12 人」: what counts for success. */
export function countText(group: Pick<Group, 'units' | 'members' | 'campaign'>): string {
  const { metric } = group.campaign
  return `${group[metric]} ${metricUnits[metric]}`
}

/** How it came out, in the words of the page; undefined while it is open. */
export function outcomeText(group: Group, campaign: Campaign): string | undefined {
  if (group.state === 'closing') return '已截止，結算中'
  switch (group.outcome) {
    case 'succeeded':
      return `已成團，最終單價 ${priceText(currentPrices(campaign, group).values())}`
    case 'failed':
      return campaign.money === 'authorise_capture'
        ? '未成團，刷卡授權已取消'
        : '未成團，沒有收取任何款項'
    case 'cancelled':
      return group.reason ? `團購已取消：${group.reason}` : '團購已取消'
    default:
      return undefined
  }
}

/** Share text of a group: its price and deadline, or its outcome. */
export function groupShareText(group: Group, campaign: Campaign): string {
  const { title } = campaign
  if (!isOpenGroup(group)) {
    return [title, outcomeText(group, campaign)].filter(Boolean).join('，')
  }
  const price = `${title} 目前 ${priceText(currentPrices(campaign, group).values())}`
  const deadline = `${formatDateTime(group.expires_at)} 截止`
  return [price, missingText(group), deadline].filter(Boolean).join('，')
}
