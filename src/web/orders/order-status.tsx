import { CircleCheck, CircleX, Clock, Store, Undo2, Users } from 'lucide-react'
import type { Order } from '#contract/orders.ts'
import { t } from '#contract/translate.ts'
import { progressLabel } from '../shared/order-state-label.ts'
import {
  balanceLabel,
  onDeliveryLabel,
  paymentStateLabel,
  toLeaderLabel,
} from '../shared/payment-state-label.ts'
import { paysLeader } from '../shared/pays-leader.ts'
import { paysOnDelivery } from '../shared/pays-on-delivery.ts'
import { Badge } from '../ui/badge.tsx'

/** Money and progress of an order, at a glance; a cancelled one is that alone. */
export function OrderStatus({ order }: { order: Order }) {
  const { Icon, color, text } = moneyOf(order)
  // One that waits for a balance does not wait for its parcel.
  const progress = order.balance_due === undefined ? progressLabel(order) : undefined
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className={`inline-flex items-center gap-1.5 font-medium ${color}`}>
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        {text ?? progress}
      </span>
      {text && progress && <Badge>{progress}</Badge>}
    </span>
  )
}

function moneyOf(order: Order) {
  const { state, is_paid, payment_state } = order
  if (state === 'cancelled') return { Icon: CircleX, color: 'text-ink-muted', text: undefined }
  if (payment_state === 'refunded')
    return { Icon: Undo2, color: 'text-ink-muted', text: t('已退款') }
  if (payment_state === 'partly_refunded' && state === 'returned') {
    return { Icon: Undo2, color: 'text-ink-muted', text: t('部分退款') }
  }
  if (paysOnDelivery(order)) return { Icon: Store, color: 'text-ink', text: onDeliveryLabel }
  if (paysLeader(order)) return { Icon: Users, color: 'text-ink', text: toLeaderLabel }
  if (order.balance_due !== undefined) {
    return { Icon: Clock, color: 'text-warn', text: balanceLabel(order.balance_due) }
  }
  return {
    Icon: is_paid ? CircleCheck : Clock,
    color: is_paid ? 'text-sage' : 'text-warn',
    text: paymentStateLabel(is_paid),
  }
}
