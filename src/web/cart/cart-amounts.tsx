import type { Cart } from '#contract/cart.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { couponOf } from '../shared/coupon-of.ts'
import { AmountRows } from './amount-rows.tsx'

/** The total stands in the card beside the button. */
export function CartAmounts({ cart }: { cart: Cart }) {
  return (
    <>
      <dl className="space-y-2">
        <AmountRows
          subtotal={cart.total}
          discount={cart.discount}
          coupon={couponOf(cart.carts)}
          shippingFee={cart.shipping_fee}
        />
      </dl>
      {cart.free_shipping_in !== undefined && (
        <p className="mt-3 rounded-lg bg-accent-soft px-3 py-2 text-sm">
          {t('再買 {free_shipping_in} 即可免運', {
            free_shipping_in: formatMoney(cart.free_shipping_in),
          })}
        </p>
      )}
    </>
  )
}
