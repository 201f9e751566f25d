import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import type { StaffOrder } from '#contract/orders.ts'
import { progressLabel } from '../../shared/order-state-label.ts'
import {
  balanceLabel,
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

/** Paid or not, or what is still missing of the price of a paid order. */
export function MoneyChip({ order }: { order: StaffOrder }) {
  if (order.awaits_balance) {
    return <Chip size="small" variant="outlined" color="error" label={balanceLabel(undefined)} />
  }
  const instead = paysOnDelivery(order)
    ? onDeliveryLabel
    : paysLeader(order)
      ? toLeaderLabel
      : undefined
  return <PaidChip isPaid={order.is_paid} instead={instead} />
}

/** Its money, and how far the order is, or what is still missing, where that does not say it. */
export function OrderProgress({ order }: { order: StaffOrder }) {
  const { awaits_balance: awaitsBalance, balance_due: due } = order
  const missing = due === undefined ? undefined : balanceLabel(due)
  const progress = awaitsBalance ? missing : progressLabel(order)
  return (
    <Box component="span" sx={{ display: 'inline-grid', justifyItems: 'start', gap: 0.25 }}>
      <MoneyChip order={order} />
      {progress && (
        <Box component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary', px: 0.5 }}>
          {progress}
        </Box>
      )}
    </Box>
  )
}
