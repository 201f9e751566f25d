import {
  type CouponCounts,
  couponRefusal,
  coveredLines,
  hasLimits,
  isCouponUsable,
  type RuledLine,
} from '../coupons/coupon-rules.ts'
import { countForCoupon } from '../coupons/coupon-uses.queries.ts'
import type { HeldCoupon } from '../coupons/coupon-wire.ts'
import type { Db } from '../db/connect.ts'
import { isMemberOwner } from '../http/caller.ts'
import type { CartRow } from './cart.queries.ts'
import type { Adjustment, LineToPrice } from './pricing.ts'

/** The coupon that discounts a cart now, or the applied one that does not. */
export interface CartCoupon {
  usable: HeldCoupon | null
  unusable: HeldCoupon | null
  /** The rule that keeps it from applying; none for a coupon that has ended. */
  refusal?: string
}

const nothingCounted: CouponCounts = { uses: 0, usesOfMember: 0, hasOrdered: false }

/** Judges the coupon of a cart by its rules; only a coupon with limits costs a statement. */
export async function couponOfCart(
  db: Db,
  owner: string,
  rows: readonly CartRow[],
): Promise<CartCoupon> {
  const { coupon, readAt: now } = rows[0] ?? {}
  if (!coupon || !now) return { usable: null, unusable: null }
  if (!isCouponUsable(coupon, now)) return { usable: null, unusable: coupon }
  const sold = rows.filter(({ isGone }) => !isGone)
  const refusal = await refusalOf(db, coupon, { owner, rows: sold, now })
  return refusal === undefined
    ? { usable: coupon, unusable: null }
    : { usable: null, unusable: coupon, refusal }
}

/** Why a usable coupon does not apply to these lines; undefined when it does. */
export async function refusalOf(
  db: Db,
  coupon: HeldCoupon,
  { owner, rows, now }: { owner: string; rows: readonly RuledLine[]; now: Date },
): Promise<string | undefined> {
  const counts = hasLimits(coupon) ? await countForCoupon(db, coupon, owner) : nothingCounted
  const isMember = isMemberOwner(owner)
  return couponRefusal(coupon, { lines: rows, isMember, counts, now })
}

export function linesToPrice(rows: readonly CartRow[]): LineToPrice[] {
  return rows.map(({ isGone, product, qty }) => ({ price: isGone ? 0 : product.price, qty }))
}

/** Price adjustments of a usable coupon; none without a coupon. */
export function couponAdjustments(
  coupon: Pick<HeldCoupon, 'code' | 'percent' | 'categories' | 'productIds'> | null,
  lines: readonly RuledLine[],
): Adjustment[] {
  if (!coupon) return []
  const { code, percent } = coupon
  return [{ kind: 'coupon', label: code, percent, covers: coveredLines(coupon, lines) }]
}
