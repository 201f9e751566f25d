import { formatMoney } from '#contract/money.ts'
import { paymentMethodLabel } from '#contract/payment-method-labels.ts'
import { leaderMethod, onDeliveryMethod } from '#contract/payments.ts'
import { t } from '#contract/translate.ts'

/** In the place of 未付款: nobody waits for the money before the parcel is picked up. */
export const onDeliveryLabel = paymentMethodLabel(onDeliveryMethod)

/** In its place, too: the participant pays the leader. */
export const toLeaderLabel = paymentMethodLabel(leaderMethod)

/** Of a paid order that a change has made dearer; without the sum for those who see none. */
export function balanceLabel(amount: number | undefined): string {
  return amount === undefined ? t('待補款') : t('還差 {amount}', { amount: formatMoney(amount) })
}

/** The payment state of an order in the lists of the storefront and the back office. */
export function paymentStateLabel(isPaid: boolean): string {
  return isPaid ? t('已付款') : t('未付款')
}
