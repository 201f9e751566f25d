import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import type { StaffOrder } from '#contract/orders.ts'
import { progressLabel } from '../../shared/order-state-label.ts'
import { onDeliveryLabel, paymentStateLabel } from '../../shared/payment-state-label.ts'
import { paysOnDelivery } from '../../shared/pays-on-delivery.ts'

export function PaidChip({
  isPaid,
  isOnDelivery = false,
}: {
  isPaid: boolean
  isOnDelivery?: boolean
}) {
  return (
    <Chip
      size="small"
      variant={isPaid ? 'filled' : 'outlined'}
      color={isPaid || isOnDelivery ? 'secondary' : 'error'}
      label={isOnDelivery ? onDeliveryLabel : paymentStateLabel(isPaid)}
    />
  )
}

/** Paid or not, and how far the order is where that does not say it. */
export function OrderProgress({ order }: { order: StaffOrder }) {
  const progress = progressLabel(order)
  return (
    <Box component="span" sx={{ display: 'inline-grid', justifyItems: 'start', gap: 0.25 }}>
      <PaidChip isPaid={order.is_paid} isOnDelivery={paysOnDelivery(order)} />
      {progress && (
        <Box component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary', px: 0.5 }}>
          {progress}
        </Box>
      )}
    </Box>
  )
}
