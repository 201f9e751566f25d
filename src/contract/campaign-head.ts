import { isOpenGroup, metricUnits } from './campaign-states.ts'
import type { Campaign, Group } from './campaigns.ts'
import { type CardContent, shownCard, wornBy } from './card.ts'
import { inLanguage } from './language.ts'
import { formatLowest, formatMoney } from './money.ts'
import { type PageHead, type Site, shortText, windowTitle } from './page-head.ts'
import { taipeiTime } from './taipei-time.ts'
import { language, t } from './translate.ts'

/** A campaign with the one group that is shown of it. */
export interface ShownCampaign {
  campaign: Campaign
  group?: Group | undefined
}

export function campaignHead({ campaign, group }: ShownCampaign, site: Site): PageHead {
  const id = encodeURIComponent(campaign.id)
  const code = group && encodeURIComponent(group.code)
  // A team is for those who have its link; the group of a pool is its campaign.
  const isTeam = code !== undefined && campaign.kind === 'team'
  const path = isTeam ? `/g/${code}` : `/main/groups/detail/${id}`
  const canonical = site.own + inLanguage(language(), path)
  const subject = code === undefined ? `campaign/${id}` : `group/${code}`
  return {
    title: windowTitle(site, campaign.title),
    description: campaignDescription(campaign, group),
    canonical,
    isIndexed: !isTeam && !campaign.is_archived,
    type: 'product',
    card: shownCard(site, subject, campaignCard({ campaign, group }, site)),
    jsonLd: campaignJsonLd(campaign, { group, canonical }),
  }
}

export function campaignCard({ campaign, group }: ShownCampaign, site: Site): CardContent {
  const missing = missingText(campaign, group)
  const isOpen = isPriceOpen(campaign, group)
  const isReached = group && isOpen && !missing
  const deadline = deadlineOf(campaign, group)
  const lowest = lowestText(campaign, group)
  return {
    shop: site.shop,
    title: campaign.title,
    ...(isOpen && { label: t('目前') }),
    price: priceText(campaign, group),
    ...(lowest && { lowest }),
    ...(missing && { badge: { text: missing, tone: 'accent' as const } }),
    ...(isReached && { badge: { text: t('已達成團門檻'), tone: 'sage' as const } }),
    ...(deadline !== undefined && { deadline: deadlineText(deadline) }),
    ...wornBy(site, [...campaign.pictures, ...campaign.products.map(({ picture }) => picture)]),
  }
}

/** 「還差 2 份成團」, of teams that nobody has begun 「滿 3 人成團」; undefined where nothing is missing. */
function missingText(campaign: Campaign, group: Group | undefined): string | undefined {
  const unit = t(metricUnits[campaign.metric])
  if (!group) {
    return campaign.kind === 'team'
      ? t('滿 {min_target} {unit}成團', { min_target: campaign.min_target, unit })
      : undefined
  }
  if (!isPriceOpen(campaign, group) || group.missing <= 0) return undefined
  return t('還差 {missing} {unit}成團', { missing: group.missing, unit })
}

/** Until when one can join, in epoch seconds; undefined where it is over, or has not begun. */
function deadlineOf(campaign: Campaign, group: Group | undefined): number | undefined {
  if (!isPriceOpen(campaign, group)) return undefined
  return group ? group.expires_at : campaign.ends_at
}

/** `2026/11/30 23:59 截止`, of epoch seconds. */
function deadlineText(seconds: number): string {
  return t('{seconds} 截止', { seconds: taipeiTime(seconds * 1_000) })
}

/** Whether the price may fall still: in this group, or where none is shown in any. */
function isPriceOpen(campaign: Campaign, group: Group | undefined): boolean {
  if (!group) return campaign.state === 'open'
  return isOpenGroup(group)
}

/** The price of now; of products or variants with several prices the lowest, with 「起」. */
function priceText(campaign: Campaign, group: Group | undefined): string {
  const { price_now, has_several_prices } = group?.campaign ?? campaign
  return formatLowest(price_now, has_several_prices)
}

/** 「目前 NT$90」, before the start and at the end without 「目前」. */
function priceNowText(campaign: Campaign, group: Group | undefined): string {
  return (isPriceOpen(campaign, group) ? t('目前 ') : '') + priceText(campaign, group)
}

/** 「最低可到 NT$80」 */
export function lowestPriceText(price: number): string {
  return t('最低可到 {price}', { price: formatMoney(price) })
}

/** How far the price can still fall. */
function lowestText(campaign: Campaign, group: Group | undefined): string | undefined {
  const { price_lowest: lowest } = group?.campaign ?? campaign
  const canFall = isPriceOpen(campaign, group) || campaign.state === 'scheduled'
  return lowest !== undefined && canFall ? lowestPriceText(lowest) : undefined
}

/** Price, gap and deadline, then the owner's text. */
function campaignDescription(campaign: Campaign, group: Group | undefined): string {
  const deadline = deadlineOf(campaign, group)
  const now = [
    priceNowText(campaign, group),
    lowestText(campaign, group),
    missingText(campaign, group),
    deadline !== undefined && deadlineText(deadline),
  ]
  return shortText([[now.filter(Boolean).join(t('，')), campaign.description].join(t('。'))])
}

/** A product whose price depends on how many join. */
function campaignJsonLd(
  campaign: Campaign,
  { group, canonical }: { group: Group | undefined; canonical: string },
): object[] {
  const stepsOf = new Map(
    campaign.products.map(({ product_id, variants }) => [
      product_id,
      variants?.map(({ step }) => step),
    ]),
  )
  const prices = campaign.tiers.flatMap((tier) =>
    tier.prices.flatMap(({ product_id, unit_price }) =>
      (stepsOf.get(product_id) ?? [0]).map((step) => unit_price + step),
    ),
  )
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
