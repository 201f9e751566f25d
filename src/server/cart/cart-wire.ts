import type { Cart, CartLine } from '#contract/cart.ts'
import type { AppliedCoupon } from '#contract/coupons.ts'
import { toProduct } from '../catalog/product-wire.ts'
import { isCouponUsable } from '../coupons/coupon-rules.ts'
import { type HeldCoupon, toAppliedCoupon } from '../coupons/coupon-wire.ts'
import type { CartRow } from './cart.queries.ts'
import { fromHundredths, type PricedLine, priceCart } from './pricing.ts'

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

/** A cart as its shopper sees it, with the prices of now. */
export function toCart(rows: readonly CartRow[], ownAddress: string, now: Date): Cart {
  const { usable, unusable } = couponOfCart(rows, now)
  const priced = priceCart(linesToPrice(rows), usable?.percent ?? 100)
  const coupon = usable ? toAppliedCoupon(usable) : undefined
  const lines = rows.map((row, index) => toCartLine(row, priced.lines[index], coupon, ownAddress))
  return {
    carts: lines,
    total: priced.total,
    final_total: fromHundredths(priced.finalHundredths),
    ...(unusable && { coupon_notice: `優惠券「${unusable.code}」已失效，請更換或移除` }),
  }
}

export function linesToPrice(rows: readonly CartRow[]): { price: number; qty: number }[] {
  return rows.map((row) => ({ price: row.product.price, qty: row.qty }))
}

/** `is_enabled` 0 tells of a product that is no longer sold, deleted ones included. */
function toCartLine(
  row: CartRow,
  priced: PricedLine | undefined,
  coupon: AppliedCoupon | undefined,
  ownAddress: string,
): CartLine {
  const product = toProduct(row.product, ownAddress)
  return {
    id: row.id,
    product_id: row.product.id,
    qty: row.qty,
    total: priced?.total ?? 0,
    final_total: fromHundredths(priced?.finalHundredths ?? 0n),
    product: row.isProductDeleted ? { ...product, is_enabled: 0 } : product,
    ...(coupon && { coupon }),
  }
}
