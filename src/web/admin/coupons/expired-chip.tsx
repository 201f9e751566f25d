import Chip from '@mui/material/Chip'
import { timeMs } from '../ui/fields/taipei-input.ts'

/** Nothing while the coupon is still good. */
export function ExpiredChip({ dueDate }: { dueDate: number }) {
  if (timeMs(dueDate) >= Date.now()) return null
  return <Chip size="small" variant="outlined" color="error" label="已過期" />
}
