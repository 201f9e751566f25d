import Chip from '@mui/material/Chip'

export function EnabledChip({ isEnabled }: { isEnabled: boolean }) {
  return (
    <Chip
      size="small"
      variant={isEnabled ? 'filled' : 'outlined'}
      color={isEnabled ? 'secondary' : 'default'}
      label={isEnabled ? '啟用' : '未啟用'}
    />
  )
}
