import type { CartLine } from '#contract/cart.ts'

/** The coupon of a cart or an order; each line that it discounts carries the same one. */
export function couponOf(lines: readonly CartLine[]): CartLine['coupon'] {
  return lines.find(({ coupon }) => coupon)?.coupon
}
