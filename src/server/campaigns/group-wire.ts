import { isOpenGroup } from '#contract/campaign-states.ts'
import type { Campaign, CampaignSummary, CampaignTier, Group } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'
import { absoluteUrl } from '../catalog/product-wire.ts'
import type { VariantSnapshot } from '../db/tables/campaigns.ts'
import type { groups } from '../db/tables/groups.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import { inReadersLanguage, readersTitle } from '../http/readers-texts.ts'
import type { CampaignFacts, CampaignTierFacts } from './campaign-facts.ts'
import { hasSeveralPrices, lowestPriceIn, tierAt } from './tiers.ts'

export type GroupRow = typeof groups.$inferSelect

export interface ShownMember {
  shownName: string
  isAnonymous: boolean
}

/** A group with what its public page shows. */
export interface GroupFacts {
  group: GroupRow
  /** The last who joined, newest first; times in epoch seconds. */
  recent: (ShownMember & { joinedAt: number })[]
  /** As a participant, or by the name of the account. */
  leader: ShownMember | null
}

const anonymousName = '匿名團友'

/** A name as others see it: its first character. */
export function maskedName(name: string): string {
  const [first = ''] = name.trim()
  return `${first}○○`
}

export function shownNameOf({ shownName, isAnonymous }: ShownMember): string {
  return isAnonymous ? t(anonymousName) : shownName
}

/** Counts for success: the kept ones from the decision on, before it those that count. */
function countsOf(group: GroupRow): { units: number; members: number } {
  return {
    units: group.unitsFinal ?? group.unitsCounted,
    members: group.membersFinal ?? group.membersCounted,
  }
}

export function missingOf({ campaign }: CampaignFacts, group: GroupRow | null): number {
  const { units, members } = group ? countsOf(group) : { units: 0, members: 0 }
  return Math.max(0, (campaign.minTarget ?? 0) - (campaign.metric === 'units' ? units : members))
}

export function tierOf({ tiers }: CampaignFacts, group: GroupRow | null): number {
  return group?.finalTier ?? tierAt(tiers, group ? countsOf(group).units : 0)
}

/** In a list, and beside each group of it. Of a team campaign alone there is no group. */
export function toSummary(
  facts: CampaignFacts,
  group: GroupRow | null,
  ownAddress: string,
): CampaignSummary {
  const { products } = facts
  const campaign = inReadersLanguage(facts.campaign)
  const picture = campaign.pictures[0] ?? products[0]?.snapshot.picture ?? ''
  const tier = tierOf(facts, group)
  return {
    id: campaign.id,
    kind: campaign.kind,
    title: campaign.title,
    picture: absoluteUrl(picture, ownAddress),
    state: campaign.state,
    ...summaryPrices(facts, tier),
    ...([tier, 0].some((position) => hasSeveralPrices(facts, position)) && {
      has_several_prices: true,
    }),
    missing: missingOf(facts, group),
    metric: campaign.metric,
    ...(campaign.startsAt && { starts_at: toEpochSeconds(campaign.startsAt) }),
    ...(campaign.endsAt && { ends_at: toEpochSeconds(campaign.endsAt) }),
    ...(group?.poolOf && { code: group.code }),
  }
}

function summaryPrices(facts: Pick<CampaignFacts, 'products' | 'tiers'>, tier: number) {
  const now = lowestPriceIn(facts, tier)
  const lowest = lowestPriceIn(facts, facts.tiers.length - 1)
  return {
    price_now: now,
    price_ceiling: lowestPriceIn(facts, 0),
    ...(lowest < now && { price_lowest: lowest }),
  }
}

/** As `toSummary`, with the prices of one of the products. */
export function toSummaryOfProduct(
  facts: CampaignFacts,
  group: GroupRow | null,
  { productId, ownAddress }: { productId: string; ownAddress: string },
): CampaignSummary {
  const {
    has_several_prices: _,
    price_lowest: __,
    ...summary
  } = toSummary(facts, group, ownAddress)
  const ofProduct = {
    products: facts.products.filter((sold) => sold.productId === productId),
    tiers: facts.tiers.map(({ fromUnits, prices }) => ({
      fromUnits,
      prices: prices.filter((price) => price.productId === productId),
    })),
  }
  const tier = tierOf(facts, group)
  return {
    ...summary,
    ...summaryPrices(ofProduct, tier),
    ...(hasSeveralPrices(ofProduct, tier) && { has_several_prices: true }),
  }
}

export function toCampaign(
  facts: CampaignFacts,
  group: GroupRow | null,
  ownAddress: string,
): Campaign {
  const { products, tiers, extensions } = facts
  const campaign = inReadersLanguage(facts.campaign)
  return {
    ...toSummary(facts, group, ownAddress),
    description: campaign.description,
    pictures: campaign.pictures.map((url) => absoluteUrl(url, ownAddress)),
    money: campaign.money,
    ...(campaign.paysLeader && { pays_leader: true as const }),
    min_target: campaign.minTarget ?? 0,
    ...(campaign.maxUnits !== null && { max_units: campaign.maxUnits }),
    lot_size: campaign.lotSize,
    ...(campaign.supply === 'stock' && { is_from_stock: true as const }),
    ...(campaign.perMemberLimit !== null && { per_member_limit: campaign.perMemberLimit }),
    ...(campaign.teamHours !== null && { team_hours: campaign.teamHours }),
    leaders_only: campaign.leadersOnly,
    ...(campaign.hasSellers && { has_sellers: true as const }),
    withdraw: campaign.withdraw,
    coupons: campaign.coupons,
    delivery: campaign.delivery,
    ...(campaign.shippingMethodIds.length > 0 && {
      shipping_method_ids: campaign.shippingMethodIds,
    }),
    ...(campaign.commissionPercent > 0 && { commission_percent: campaign.commissionPercent }),
    ...(campaign.shipsOn !== null && { ships_on: campaign.shipsOn }),
    products: products.map(({ productId, snapshot }) => ({
      product_id: productId,
      title: readersTitle(snapshot),
      unit: snapshot.unit,
      picture: absoluteUrl(snapshot.picture, ownAddress),
      own_price: snapshot.price,
      ...(snapshot.noReturn && { no_return: snapshot.noReturn }),
      ...(snapshot.variants && { variants: toVariants(snapshot.variants, ownAddress) }),
    })),
    tiers: tiers.map(
      (tier): CampaignTier => ({
        from_units: tier.fromUnits,
        prices: toPrices(tier),
      }),
    ),
    extensions: extensions.map(({ fromTime, toTime, reason }) => ({
      from_time: fromTime,
      to_time: toTime,
      reason,
    })),
    ...(campaign.reason !== null && { reason: campaign.reason }),
    ...(campaign.archivedAt && { is_archived: true }),
  }
}

function toVariants(variants: readonly VariantSnapshot[], ownAddress: string) {
  return variants.map(({ id, title, picture, step, price }) => ({
    variant_id: id,
    title,
    ...(picture !== '' && { picture: absoluteUrl(picture, ownAddress) }),
    step,
    own_price: price,
  }))
}

function toPrices({ prices }: CampaignTierFacts) {
  return prices.map(({ productId, unitPrice }) => ({
    product_id: productId,
    unit_price: unitPrice,
  }))
}

/** Public view of a group. */
export function toGroup(facts: CampaignFacts & GroupFacts, ownAddress: string): Group {
  const { group, tiers, recent, leader, extensions } = facts
  const counts = countsOf(group)
  const tier = tierOf(facts, group)
  const next = group.outcome === null ? tiers[tier + 1] : undefined
  const final = group.outcome === 'succeeded' ? tiers[tier] : undefined
  const [extension] = group.poolOf === null ? [] : extensions
  const reason = group.reason ?? (group.outcome === 'cancelled' ? facts.campaign.reason : null)
  return {
    code: group.code,
    version: group.version,
    campaign: toSummary(facts, group, ownAddress),
    state: group.state,
    ...(group.outcome && { outcome: group.outcome }),
    ...counts,
    missing: missingOf(facts, group),
    ...(group.maxUnits !== null && { places_left: group.maxUnits - group.unitsTaken }),
    tier,
    ...(next && {
      next: {
        from_units: next.fromUnits,
        missing: next.fromUnits - counts.units,
        prices: toPrices(next),
      },
    }),
    ...(final && { final_prices: toPrices(final) }),
    opened_at: toEpochSeconds(group.openedAt),
    expires_at: toEpochSeconds(group.expiresAt),
    ...(extension && { original_expires_at: extension.fromTime }),
    ...(isOpenGroup(group) && group.pickupPlace && { pickup_place: group.pickupPlace }),
    ...(leader && { leader: { name: shownNameOf(leader) } }),
    recent: recent.map((member) => ({ name: shownNameOf(member), joined_at: member.joinedAt })),
    others: Math.max(0, group.membersTaken - recent.length),
    ...(reason !== null && { reason }),
  }
}
