import { formatMoney } from '#contract/money.ts'
import { taipeiDay, taipeiTime, taipeiTimeOfDay } from '#contract/taipei-time.ts'
import { t } from '#contract/translate.ts'
import type { HeldCoupon } from './coupon-wire.ts'

/** Whether a coupon can be used at `now`: it is there, it is enabled, and its day has not passed. */
export function isCouponUsable(
  coupon: Pick<HeldCoupon, 'isEnabled' | 'dueAt' | 'deletedAt'>,
  now: Date,
): boolean {
  return coupon.deletedAt === null && coupon.isEnabled && coupon.dueAt > now
}

type Limits = Pick<HeldCoupon, 'maxUses' | 'maxUsesPerMember' | 'isFirstOrderOnly'>
type Selection = Pick<HeldCoupon, 'categories' | 'productIds'>
type Rules = Limits & Selection & Pick<HeldCoupon, 'minTotal' | 'validFromAt' | 'allowsGroup'>

/** Whether the rules count what others have written: uses, or the orders of a member. */
export function hasLimits({ maxUses, maxUsesPerMember, isFirstOrderOnly }: Limits): boolean {
  return maxUses !== null || maxUsesPerMember !== null || isFirstOrderOnly
}

/** Counts of a coupon and a shopper; uses that were given back do not count. */
export interface CouponCounts {
  uses: number
  usesOfMember: number
  /** The member has an order that is not cancelled. */
  hasOrdered: boolean
}

/** A line as the rules see it. */
export interface RuledLine {
  product: { id: string; category: string; price: number }
  qty: number
}

/** Which lines the coupon discounts: all of them, unless it names categories or products. */
export function coveredLines(
  { categories, productIds }: Selection,
  lines: readonly RuledLine[],
): boolean[] {
  if (!categories && !productIds) return lines.map(() => true)
  return lines.map(
    ({ product }) =>
      categories?.includes(product.category) === true || productIds?.includes(product.id) === true,
  )
}

/** Why a usable coupon does not apply to these lines, for the shopper; undefined when it does. */
export function couponRefusal(
  coupon: Rules,
  use: {
    lines: readonly RuledLine[]
    isMember: boolean
    counts: CouponCounts
    now: Date
    /** The order belongs to a group. */
    hasGroup?: boolean
  },
): string | undefined {
  const { maxUses, maxUsesPerMember, isFirstOrderOnly, minTotal, validFromAt } = coupon
  const { lines, isMember, counts } = use
  if (use.hasGroup && !coupon.allowsGroup) return t('此團購不可使用優惠券')
  if (validFromAt && validFromAt > use.now)
    return t('此優惠券自 {startText} 起可使用', { startText: startText(validFromAt) })
  if (maxUses !== null && counts.uses >= maxUses) return t('此優惠券已達使用上限')
  const asksForMember = maxUsesPerMember !== null || isFirstOrderOnly
  if (asksForMember && !isMember) return t('請先登入會員再使用此優惠券')
  if (maxUsesPerMember !== null && counts.usesOfMember >= maxUsesPerMember) {
    return t('您已使用過此優惠券')
  }
  if (isFirstOrderOnly && counts.hasOrdered) return t('此優惠券限首次購買使用')
  const isCovered = coveredLines(coupon, lines)
  const covered = lines.filter((_, index) => isCovered[index])
  if (covered.length === 0 && (coupon.categories || coupon.productIds)) {
    return t('購物車內沒有適用此優惠券的商品')
  }
  if (minTotal !== null && totalOf(covered) < BigInt(minTotal)) {
    return t('消費滿 {minTotal} 才能使用此優惠券', { minTotal: formatMoney(minTotal) })
  }
  return undefined
}

/** Before the discount, in whole NT$. */
function totalOf(lines: readonly RuledLine[]): bigint {
  return lines.reduce((sum, { product, qty }) => sum + BigInt(product.price) * BigInt(qty), 0n)
}

/** `2026/11/21`, with ` 14:05` behind it unless the day begins then. */
function startText(instant: Date): string {
  return taipeiTimeOfDay(instant) === '00:00' ? taipeiDay(instant) : taipeiTime(instant)
}
