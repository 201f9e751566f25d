import type { Cart } from '#contract/cart.ts'
import { couponOf } from '../shared/coupon-of.ts'
import { AmountRows } from './amount-rows.tsx'

/** The total stands in the card beside the button. */
export function CartAmounts({ cart }: { cart: Cart }) {
  return (
    <dl className="space-y-2">
      <AmountRows subtotal={cart.total} discount={cart.discount} coupon={couponOf(cart.carts)} />
    </dl>
  )
}
