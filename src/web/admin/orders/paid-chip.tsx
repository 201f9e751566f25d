import Chip from '@mui/material/Chip'
import { paymentStateLabel } from '../../shared/payment-state-label.ts'

export function PaidChip({ isPaid }: { isPaid: boolean }) {
  return (
    <Chip
      size="small"
      variant={isPaid ? 'filled' : 'outlined'}
      color={isPaid ? 'secondary' : 'error'}
      label={paymentStateLabel(isPaid)}
    />
  )
}
