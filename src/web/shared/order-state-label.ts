import { type OrderState, orderStateLabels } from '#contract/order-states.ts'
import type { Order } from '#contract/orders.ts'
import { t } from '#contract/translate.ts'
import { onDeliveryLabel, paymentStateLabel, toLeaderLabel } from './payment-state-label.ts'
import { isSentUnpaid, paysLeader } from './pays-leader.ts'
import { paysOnDelivery } from './pays-on-delivery.ts'

/** The state beside 已付款 or 未付款, in the lists; undefined where that says it all. */
const besidePayment: Record<OrderState, string | undefined> = {
  ...orderStateLabels,
  placed: undefined,
  paid: '待出貨',
}

/** Label of a cancelled order whose refund is under way. */
export const cancelledAndRefunding = '訂單已取消，退款處理中'

/** Payment state as a label; undefined for an order that was cancelled unpaid. */
export function moneyLabel(
  order: Pick<Order, 'state' | 'is_paid' | 'payment_state' | 'payment_method'>,
): string | undefined {
  if (order.payment_state === 'refunding') return t('退款處理中')
  if (order.payment_state === 'refunded') return t('已退款')
  if (order.payment_state === 'partly_refunded') return t('部分退款')
  if (paysOnDelivery(order)) return onDeliveryLabel
  if (paysLeader(order)) return toLeaderLabel
  return order.state === 'cancelled' ? undefined : paymentStateLabel(order.is_paid)
}

/** Progress as a label, payment aside. */
export function progressLabel(
  order: Pick<Order, 'state' | 'shipment_state' | 'awaits_group' | 'is_paid' | 'payment_method'>,
): string | undefined {
  if (order.awaits_group) return t('待成團')
  if (order.state === 'placed' && isSentUnpaid(order)) return t(besidePayment.paid)
  if (order.shipment_state === 'partly' && order.state === 'preparing') return t('部分出貨')
  return t(besidePayment[order.state])
}
