import { CircleCheck, CircleX, Clock } from 'lucide-react'
import type { Order } from '#contract/orders.ts'
import { moneyLabel, progressLabel } from '../shared/order-state-label.ts'
import { Badge } from '../ui/badge.tsx'

/** Money and progress of an order, at a glance. */
export function OrderStatus({ order }: { order: Order }) {
  const isCancelled = order.state === 'cancelled'
  const progress = progressLabel(order)
  const money = moneyLabel(order)
  const Icon = isCancelled ? CircleX : order.is_paid ? CircleCheck : Clock
  const color = isCancelled ? 'text-ink-muted' : order.is_paid ? 'text-sage' : 'text-warn'
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className={`inline-flex items-center gap-1.5 font-medium ${color}`}>
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        {isCancelled ? progress : money}
      </span>
      {isCancelled ? money && <Badge>{money}</Badge> : progress && <Badge>{progress}</Badge>}
    </span>
  )
}
