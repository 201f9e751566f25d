import type { CartLine } from '#contract/cart.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { couponPercentLabel } from '../shared/coupon-label.ts'
import { SummaryRow } from './summary-card.tsx'

interface AmountRowsProps {
  /** Left out where it would only repeat the total. */
  subtotal: number | undefined
  discount: number | undefined
  coupon: CartLine['coupon']
  /** Undefined in a shop that charges no shipping. */
  shippingFee?: number | undefined
}

/** Subtotal and discount as the server has them, so that they add up to its total. */
export function AmountRows({ subtotal, discount, coupon, shippingFee }: AmountRowsProps) {
  return (
    <>
      {subtotal !== undefined && <SummaryRow name={t('小計')}>{formatMoney(subtotal)}</SummaryRow>}
      {coupon && (
        <SummaryRow
          name={t('優惠（{code}，{couponPercentLabel}）', {
            code: coupon.code,
            couponPercentLabel: couponPercentLabel(coupon.percent),
          })}
        >
          {discount !== undefined && `−${formatMoney(discount)}`}
        </SummaryRow>
      )}
      {shippingFee !== undefined && (
        <SummaryRow name={t('運費')}>
          {shippingFee === 0 ? t('免運') : formatMoney(shippingFee)}
        </SummaryRow>
      )}
    </>
  )
}
