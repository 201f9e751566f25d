import { formatMoney } from '#contract/money.ts'
import { paymentMethodLabel } from '#contract/payment-method-labels.ts'
import { leaderMethod, onDeliveryMethod } from '#contract/payments.ts'

/** In the place of 未付款: nobody waits for the money before the parcel is picked up. */
export const onDeliveryLabel = paymentMethodLabel(onDeliveryMethod)

/** In its place, too: the participant pays the leader. */
export const toLeaderLabel = paymentMethodLabel(leaderMethod)

/** Of a paid order that a change has made dearer; without the sum for those who see none. */
export function balanceLabel(amount: number | undefined): string {
  return amount === undefined ? '待補款' : `還差 ${formatMoney(amount)}`
}

/** The payment state of an order in the lists of the storefront and the back office. */
export function paymentStateLabel(isPaid: boolean): string {
  return isPaid ? '已付款' : '未付款'
}
