import type { CartLine } from '#contract/cart.ts'

/** The coupon of a cart or an order; each of its lines carries the same one. */
export function couponOf(lines: readonly CartLine[]): CartLine['coupon'] {
  return lines[0]?.coupon
}
