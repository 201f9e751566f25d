import { isCouponUsable } from '../coupons/coupon-rules.ts'
import type { HeldCoupon } from '../coupons/coupon-wire.ts'
import type { CartRow } from './cart.queries.ts'
import type { Adjustment, LineToPrice } from './pricing.ts'

/** The coupon that discounts a cart now, or why the applied one does not. */
export interface CartCoupon {
  usable: HeldCoupon | null
  unusable: HeldCoupon | null
}

export function couponOfCart(rows: readonly CartRow[], now: Date): CartCoupon {
  const coupon = rows[0]?.coupon ?? null
  if (!coupon) return { usable: null, unusable: null }
  return isCouponUsable(coupon, now)
    ? { usable: coupon, unusable: null }
    : { usable: null, unusable: coupon }
}

export function linesToPrice(rows: readonly CartRow[]): LineToPrice[] {
  return rows.map((row) => ({ price: row.product.price, qty: row.qty }))
}

/** What a coupon that may be used does to the price; none does nothing. */
export function couponAdjustments(
  coupon: Pick<HeldCoupon, 'code' | 'percent'> | null,
): Adjustment[] {
  return coupon ? [{ kind: 'coupon', label: coupon.code, percent: coupon.percent }] : []
}
