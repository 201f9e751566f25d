import type { Cart } from '#contract/cart.ts'
import { formatMoney } from '../ui/money.ts'
import { discountLabel } from './amounts.ts'
import { SummaryRow } from './summary-card.tsx'

/** The server's amounts as they are; the total stands in the card beside the button. */
export function CartAmounts({ cart }: { cart: Cart }) {
  const coupon = cart.carts[0]?.coupon
  return (
    <dl className="space-y-2">
      <SummaryRow name="小計">{formatMoney(cart.total)}</SummaryRow>
      {coupon && (
        <SummaryRow name="優惠">
          {coupon.code}（{discountLabel(coupon.percent)}）
        </SummaryRow>
      )}
    </dl>
  )
}
