import TextField from '@mui/material/TextField'
import type { FilterProps } from './search-filter.tsx'

/** A day, `yyyy-MM-dd`; it takes effect once it is whole, or cleared. */
export function DayFilter({ label, value, onSearch }: FilterProps) {
  return (
    <TextField
      key={value}
      type="date"
      size="small"
      label={label}
      defaultValue={value}
      onChange={({ target }) => onSearch(target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={{ flex: '0 1 170px' }}
    />
  )
}
