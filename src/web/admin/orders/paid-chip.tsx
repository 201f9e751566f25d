import Chip from '@mui/material/Chip'

export function PaidChip({ isPaid }: { isPaid: boolean }) {
  return (
    <Chip
      size="small"
      variant={isPaid ? 'filled' : 'outlined'}
      color={isPaid ? 'secondary' : 'error'}
      label={isPaid ? '已付款' : '未付款'}
    />
  )
}
