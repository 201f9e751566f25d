import type { Cart } from '#contract/cart.ts'

/** The amount that the server would charge. A server of the version before sends no `payable`. */
export function payable(cart: Cart): number {
  return cart.payable ?? Math.floor(cart.final_total + 0.5)
}
