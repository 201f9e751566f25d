import Chip from '@mui/material/Chip'
import { expiryMs } from './expiry.ts'

/** Nothing while the coupon is still good. */
export function ExpiredChip({ dueDate }: { dueDate: number }) {
  if (expiryMs(dueDate) >= Date.now()) return null
  return <Chip size="small" variant="outlined" color="error" label="已過期" />
}
