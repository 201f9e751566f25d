import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import type { StaffOrder } from '#contract/orders.ts'
import { progressLabel } from '../../shared/order-state-label.ts'
import {
  onDeliveryLabel,
  paymentStateLabel,
  toLeaderLabel,
} from '../../shared/payment-state-label.ts'
import { paysLeader } from '../../shared/pays-leader.ts'
import { paysOnDelivery } from '../../shared/pays-on-delivery.ts'

/** `instead`: how an unpaid order is to be paid, where the shop waits for no payment of the shopper. */
export function PaidChip({ isPaid, instead }: { isPaid: boolean; instead?: string | undefined }) {
  return (
    <Chip
      size="small"
      variant={isPaid ? 'filled' : 'outlined'}
      color={isPaid || instead ? 'secondary' : 'error'}
      label={instead ?? paymentStateLabel(isPaid)}
    />
  )
}

/** Paid or not, and how far the order is where that does not say it. */
export function OrderProgress({ order }: { order: StaffOrder }) {
  const progress = progressLabel(order)
  const instead = paysOnDelivery(order)
    ? onDeliveryLabel
    : paysLeader(order)
      ? toLeaderLabel
      : undefined
  return (
    <Box component="span" sx={{ display: 'inline-grid', justifyItems: 'start', gap: 0.25 }}>
      <PaidChip isPaid={order.is_paid} instead={instead} />
      {progress && (
        <Box component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary', px: 0.5 }}>
          {progress}
        </Box>
      )}
    </Box>
  )
}
