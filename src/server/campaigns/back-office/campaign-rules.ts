import { campaignBounds, daysKeptForCapture } from '#contract/campaign-states.ts'
import { groupDigits } from '#contract/money.ts'
import { isDay, taipeiDay } from '#contract/taipei-time.ts'
import { variantTitle } from '#contract/variants.ts'
import type { ChosenVariant, campaigns, ProductSnapshot } from '../../db/tables/campaigns.ts'

type CampaignRow = typeof campaigns.$inferSelect

/** Fields that the owner decides; the rest is the server's. */
export interface CampaignDraft
  extends Pick<
    CampaignRow,
    | 'kind'
    | 'title'
    | 'description'
    | 'pictures'
    | 'money'
    | 'paysLeader'
    | 'leaderSending'
    | 'metric'
    | 'minTarget'
    | 'maxUnits'
    | 'lotSize'
    | 'perMemberLimit'
    | 'teamHours'
    | 'leadersOnly'
    | 'hasSellers'
    | 'withdraw'
    | 'coupons'
    | 'supply'
    | 'delivery'
    | 'shippingMethodIds'
    | 'commissionPercent'
    | 'graceMinutes'
    | 'startsAt'
    | 'endsAt'
    | 'shipsOn'
  > {
  /** Product ids in the order of the page. */
  products: string[]
  /** The variants that take part, by product; of one that is not here all that are on sale. */
  chosen: Record<string, ChosenVariant[]>
  tiers: DraftTier[]
}

export interface DraftTier {
  fromUnits: number
  prices: { productId: string; unitPrice: number }[]
}

/** Input of the rules besides the draft. */
export interface RuleContext {
  /** The chosen products that exist, with their own prices in whole NT$. */
  products: ReadonlyMap<string, Pick<ProductSnapshot, 'title' | 'price' | 'variants'>>
  /** How long an authorisation stands; null where no method of the provider authorises. */
  authorisationDays: number | null
}

/** One sentence for each faulty field, by its name on the wire. */
export type Faults = Record<string, string>

const isBetween = (value: number, { min, max }: { min: number; max: number }) =>
  value >= min && value <= max
const range = ({ min, max }: { min: number; max: number }) =>
  `${groupDigits(min)} 至 ${groupDigits(max)}`

/** Faults of the fields that a draft has; a missing one is no fault. */
export function draftFaults(draft: CampaignDraft, context: RuleContext): Faults {
  return present({
    title: titleFault(draft.title),
    products: productsFault(draft, context),
    tiers: tiersFault(draft, context) ?? stepsFault(draft, context),
    ...numberFaults(draft),
    money: moneyFault(draft, context) ?? payLeaderFault(draft),
    delivery: deliveryFault(draft),
    has_sellers: sellersFault(draft),
    ...timeFaults(draft, context),
    ships_on: shipsOnFault(draft),
  })
}

/** Fields still needed before a draft can be published. */
export function missingFaults(draft: CampaignDraft, context: RuleContext, now: Date): Faults {
  const { minTarget, startsAt, endsAt, products, tiers, kind, teamHours } = draft
  const isUnpaidSelling = draft.hasSellers && draft.commissionPercent === 0
  return present({
    products: products.length === 0 ? '請選擇商品' : noVariantFault(draft, context),
    tiers: tiers.length === 0 ? '請填寫第 1 級的價格' : missingPrice(draft, context),
    min_target: minTarget === null ? '請填寫成團門檻' : undefined,
    team_hours: kind === 'team' && teamHours === null ? '請填寫成團時限' : undefined,
    commission_percent: isUnpaidSelling ? '開放幫賣時，分潤至少 1 %' : undefined,
    starts_at: startsAt === null ? '請填寫開團時間' : undefined,
    ends_at: endsAt === null ? '請填寫截止時間' : endsAt <= now ? '截止時間須晚於現在' : undefined,
  })
}

/** Why a draft cannot be published; a fault of a field says more than that it is missing. */
export function publishFaults(draft: CampaignDraft, context: RuleContext, now: Date): Faults {
  return { ...missingFaults(draft, context, now), ...draftFaults(draft, context) }
}

function present(faults: Record<string, string | undefined>): Faults {
  return Object.fromEntries(
    Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** A group of everybody has no leader, and so no place to hand out. */
function deliveryFault({ kind, delivery }: CampaignDraft): string | undefined {
  return kind === 'pool' && delivery === 'leader'
    ? '「一起湊」沒有團主，請選擇寄給每個人'
    : undefined
}

/** A team is sold by its leader. */
function sellersFault({ kind, hasSellers }: CampaignDraft): string | undefined {
  return kind === 'team' && hasSellers
    ? '「揪團」由團主分享，只有「一起湊」可以開放幫賣'
    : undefined
}

function titleFault(title: string): string | undefined {
  const { titleLength } = campaignBounds
  if (isBetween([...title].length, titleLength)) return undefined
  return `名稱須為 ${range(titleLength)} 字`
}

function productsFault({ products }: CampaignDraft, context: RuleContext): string | undefined {
  const { max } = campaignBounds.products
  if (products.length > max) return `商品最多 ${max} 項`
  if (new Set(products).size < products.length) return '同一項商品只能選一次'
  if (products.some((id) => !context.products.has(id))) return '有商品已刪除，請重新選擇'
  return undefined
}

/** Units rise, and the price of each product falls, from tier to tier; the first fault counts. */
export function tiersFault(
  { tiers, products }: Pick<CampaignDraft, 'tiers' | 'products'>,
  context: Pick<RuleContext, 'products'>,
): string | undefined {
  for (const [index, tier] of tiers.entries()) {
    const fault = tierFault({ tier, index, before: tiers[index - 1], products }, context)
    if (fault) return `第 ${index + 1} 級${fault}`
  }
  return undefined
}

function tierFault(
  at: { tier: DraftTier; index: number; before: DraftTier | undefined; products: string[] },
  context: Pick<RuleContext, 'products'>,
): string | undefined {
  const { tier, index, before } = at
  const { max } = campaignBounds.tiers
  if (index >= max) return `超過上限，最多 ${max} 級`
  if (!before && tier.fromUnits !== 1) return '須從 1 份開始'
  if (before && tier.fromUnits <= before.fromUnits) return '的份數須大於前一級'
  if (tier.fromUnits > campaignBounds.maxUnits.max) {
    return `的份數最多 ${groupDigits(campaignBounds.maxUnits.max)}`
  }
  const seen = new Set<string>()
  for (const { productId, unitPrice } of tier.prices) {
    const product = context.products.get(productId)
    if (!product || !at.products.includes(productId)) return '有不屬於此團購的商品'
    if (seen.has(productId)) return `的「${product.title}」有兩個價格`
    seen.add(productId)
    if (!isBetween(unitPrice, { min: 1, max: product.price })) {
      return `「${product.title}」的價格須為 NT$1 至 NT$${groupDigits(product.price)}`
    }
    const last = before?.prices.find((price) => price.productId === productId)
    if (last && unitPrice >= last.unitPrice) return `「${product.title}」的價格須低於前一級`
  }
  return undefined
}

function noVariantFault({ products }: CampaignDraft, context: RuleContext): string | undefined {
  const empty = products.find((id) => context.products.get(id)?.variants?.length === 0)
  if (empty === undefined) return undefined
  return `「${context.products.get(empty)?.title ?? ''}」沒有可參加的規格，請先啟用規格`
}

/** Each variant costs something in the last tier, and no more than its own price in the first. */
function stepsFault(
  { tiers, products }: CampaignDraft,
  context: Pick<RuleContext, 'products'>,
): string | undefined {
  for (const id of products) {
    const { title = '', variants = [] } = context.products.get(id) ?? {}
    for (const [index, { prices }] of tiers.entries()) {
      const price = prices.find(({ productId }) => productId === id)
      const wrong =
        price &&
        variants.find((of) => !isBetween(price.unitPrice + of.step, { min: 1, max: of.price }))
      if (wrong) {
        const most = groupDigits(wrong.price)
        return `第 ${index + 1} 級「${variantTitle(title, wrong.title)}」的價格須為 NT$1 至 NT$${most}`
      }
    }
  }
  return undefined
}

function missingPrice(
  { tiers, products }: CampaignDraft,
  context: RuleContext,
): string | undefined {
  for (const [index, { prices }] of tiers.entries()) {
    const missing = products.find((id) => !prices.some(({ productId }) => productId === id))
    if (missing === undefined) continue
    return `第 ${index + 1} 級缺少「${context.products.get(missing)?.title ?? ''}」的價格`
  }
  return undefined
}

function numberFaults(draft: CampaignDraft): Record<string, string | undefined> {
  const { minTarget, perMemberLimit, commissionPercent, graceMinutes } = draft
  const bounds = campaignBounds
  const outside = (
    value: number | null,
    limits: { min: number; max: number },
    name: string,
    unit = '',
  ) =>
    value === null || isBetween(value, limits) ? undefined : `${name}須為 ${range(limits)}${unit}`
  return {
    min_target: outside(minTarget, bounds.minTarget, '成團門檻'),
    max_units: maxUnitsFault(draft),
    lot_size: lotSizeFault(draft),
    per_member_limit: outside(perMemberLimit, bounds.perMemberLimit, '每人限購', ' 份'),
    team_hours: teamHoursFault(draft),
    commission_percent: outside(commissionPercent, bounds.commissionPercent, '團主分潤', ' %'),
    grace_minutes: outside(graceMinutes, bounds.graceMinutes, '授權寬限', ' 分鐘'),
  }
}

function maxUnitsFault({ maxUnits, minTarget, lotSize }: CampaignDraft): string | undefined {
  if (maxUnits === null) return undefined
  const limits = { ...campaignBounds.maxUnits, min: minTarget ?? campaignBounds.maxUnits.min }
  if (!isBetween(maxUnits, limits)) {
    return `份數上限須為成團門檻至 ${groupDigits(limits.max)}`
  }
  if (lotSize >= 1 && maxUnits % lotSize !== 0) return '份數上限須為每箱份數的倍數'
  return undefined
}

function lotSizeFault({ lotSize, products }: CampaignDraft): string | undefined {
  if (!isBetween(lotSize, campaignBounds.lotSize)) {
    return `每箱份數須為 ${range(campaignBounds.lotSize)}`
  }
  return lotSize > 1 && products.length > 1 ? '只有一項商品時才能設定每箱份數' : undefined
}

function teamHoursFault({ kind, teamHours }: CampaignDraft): string | undefined {
  if (teamHours === null) return undefined
  if (kind === 'pool') return '只有「揪團」需要成團時限'
  if (isBetween(teamHours, campaignBounds.teamHours)) return undefined
  return `成團時限須為 ${range(campaignBounds.teamHours)} 小時`
}

function moneyFault({ money }: CampaignDraft, { authorisationDays }: RuleContext) {
  if (money !== 'authorise_capture' || authorisationDays !== null) return undefined
  return '目前的金流不支援成團才扣款'
}

/** A group of everybody has no leader who could be paid; a card is charged by the shop. */
function payLeaderFault({ paysLeader, kind, money }: CampaignDraft): string | undefined {
  if (!paysLeader) return undefined
  if (kind === 'pool') return '「一起湊」沒有團主，不能付給團主'
  return money === 'authorise_capture' ? '「成團才扣款」不能付給團主' : undefined
}

function timeFaults(draft: CampaignDraft, context: RuleContext) {
  const { startsAt, endsAt, teamHours, graceMinutes, money, kind } = draft
  const { authorisationDays } = context
  const limitsCapture = money === 'authorise_capture' && authorisationDays !== null
  const isTooLong = (seconds: number) =>
    limitsCapture && exceedsAuthorisation({ seconds, graceMinutes, authorisationDays })
  const tooLong = limitsCapture ? tooLongText(authorisationDays) : undefined
  const faults: { ends_at?: string | undefined; team_hours?: string | undefined } = {}
  if (startsAt && endsAt) {
    const seconds = secondsBetween(startsAt, endsAt)
    if (!isBetween(seconds, campaignBounds.seconds)) faults.ends_at = lengthText
    else if (isTooLong(seconds)) faults.ends_at = tooLong
  }
  // A fault of the hours themselves has been told already.
  if (kind === 'team' && teamHours !== null && !teamHoursFault(draft)) {
    if (isTooLong(teamHours * 3_600)) faults.team_hours = tooLong
  }
  return faults
}

function shipsOnFault({ shipsOn, endsAt }: CampaignDraft): string | undefined {
  if (shipsOn === null) return undefined
  if (!isDay(shipsOn)) return '預計出貨日格式有誤'
  return endsAt && shipsBefore(shipsOn, endsAt) ? '預計出貨日不能早於截止日' : undefined
}

/** Whether a campaign that ends then cannot keep to the day. */
export function shipsBefore(shipsOn: string, endsAt: Date): boolean {
  return shipsOn < taipeiDay(endsAt).replaceAll('/', '-')
}

const lengthText = '開團到截止須為 10 分鐘至 60 天'

function secondsBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 1_000
}

/** Days of an `authorise_capture` campaign at most, grace included. */
export function captureDays(authorisationDays: number): number {
  return authorisationDays - daysKeptForCapture
}

function exceedsAuthorisation(time: {
  seconds: number
  graceMinutes: number
  authorisationDays: number
}): boolean {
  const { seconds, graceMinutes, authorisationDays } = time
  return seconds + graceMinutes * 60 > captureDays(authorisationDays) * 86_400
}

function tooLongText(authorisationDays: number): string {
  return `成團才扣款的團購最長 ${captureDays(authorisationDays)} 天`
}

/** Why an extension to `to` is refused with 400; undefined when it is not. */
export function extensionFault(
  campaign: { startsAt: Date; endsAt: Date; money: CampaignRow['money']; graceMinutes: number },
  to: Date,
  authorisationDays: number | null,
): string | undefined {
  if (to <= campaign.endsAt) return '新的截止時間須晚於目前的截止時間'
  const seconds = secondsBetween(campaign.startsAt, to)
  if (seconds > campaignBounds.seconds.max) return lengthText
  if (campaign.money !== 'authorise_capture' || authorisationDays === null) return undefined
  const { graceMinutes } = campaign
  return exceedsAuthorisation({ seconds, graceMinutes, authorisationDays })
    ? tooLongText(authorisationDays)
    : undefined
}

/** Fields that may change once a campaign has opened; two of them may only be raised. */
const editable = new Set(['title', 'description', 'pictures', 'shipsOn', 'shippingMethodIds'])
const raisable = new Set(['maxUnits', 'perMemberLimit'])

/** Whether a change from one draft to another is allowed once the campaign has opened. */
export function isAllowedOnceOpen(
  changed: readonly (keyof CampaignDraft)[],
  [before, after]: [CampaignDraft, CampaignDraft],
  isOpen: boolean,
): boolean {
  return changed.every((name) => {
    if (editable.has(name)) return true
    if (!isOpen || !raisable.has(name)) return false
    const [from, to] = [before[name], after[name]]
    if (from === null) return false
    return to === null || Number(to) > Number(from)
  })
}
