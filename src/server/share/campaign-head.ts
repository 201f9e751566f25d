import { metricUnits, openGroupStates } from '#contract/campaign-states.ts'
import type { Campaign, Group } from '#contract/campaigns.ts'
import { formatMoney } from '#contract/money.ts'
import { taipeiTime } from '#contract/taipei-time.ts'
import { shortText } from './document-head.ts'

/** 「還差 2 份成團」, of teams that nobody has begun 「滿 3 人成團」; undefined where nothing is missing. */
export function missingText(campaign: Campaign, group: Group | undefined): string | undefined {
  const unit = metricUnits[campaign.metric]
  if (!group) {
    return campaign.kind === 'team' ? `滿 ${campaign.min_target} ${unit}成團` : undefined
  }
  if (!isPriceOpen(campaign, group) || group.missing <= 0) return undefined
  return `還差 ${group.missing} ${unit}成團`
}

/** Until when one can join, in epoch seconds; undefined where it is over, or has not begun. */
export function deadlineOf(campaign: Campaign, group: Group | undefined): number | undefined {
  if (!isPriceOpen(campaign, group)) return undefined
  return group ? group.expires_at : campaign.ends_at
}

/** `2026/11/30 23:59 截止`, of epoch seconds. */
export function deadlineText(seconds: number): string {
  return `${taipeiTime(seconds * 1_000)} 截止`
}

/** Whether the price may fall still: in this group, or where none is shown in any. */
export function isPriceOpen(campaign: Campaign, group: Group | undefined): boolean {
  if (!group) return campaign.state === 'open'
  return openGroupStates.some((state) => state === group.state)
}

/** 「目前 NT$90」, before the start and at the end without 「目前」; of several products 「起」. */
function priceNowText(campaign: Campaign, group: Group | undefined): string {
  const { price_now: price } = group?.campaign ?? campaign
  const isOfSeveral = campaign.products.length > 1
  const now = isPriceOpen(campaign, group) ? '目前 ' : ''
  return `${now}${formatMoney(price)}${isOfSeveral ? ' 起' : ''}`
}

/** Price, gap and deadline, then the owner's text. */
export function campaignDescription(campaign: Campaign, group: Group | undefined): string {
  const deadline = deadlineOf(campaign, group)
  const now = [
    priceNowText(campaign, group),
    missingText(campaign, group),
    deadline !== undefined && deadlineText(deadline),
  ]
  return shortText([[now.filter(Boolean).join('，'), campaign.description].join('。')])
}

/** A product whose price depends on how many join. */
export function campaignJsonLd(
  campaign: Campaign,
  { group, canonical }: { group: Group | undefined; canonical: string },
): object[] {
  const prices = campaign.tiers.flatMap((tier) => tier.prices.map(({ unit_price }) => unit_price))
  const pictures = [...campaign.pictures, ...campaign.products.map(({ picture }) => picture)]
  const deadline = deadlineOf(campaign, group)
  const isOpen = campaign.state === 'open'
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: campaign.title,
      description: campaignDescription(campaign, group),
      image: [...new Set(pictures)].filter((url) => url !== ''),
      offers: {
        '@type': 'AggregateOffer',
        lowPrice: Math.min(...prices),
        highPrice: Math.max(...prices),
        priceCurrency: 'TWD',
        url: canonical,
        ...(isOpen && { availability: 'https://schema.org/InStock' }),
        ...(deadline !== undefined && {
          availabilityEnds: new Date(deadline * 1_000).toISOString(),
        }),
      },
    },
  ]
}
