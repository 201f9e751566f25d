import TextField from '@mui/material/TextField'
import type { FilterOption } from './list-find.ts'
import type { FilterProps } from './search-filter.tsx'

/** One of many values, as the menu of the system; a choice takes effect at once. */
export function MenuFilter(props: FilterProps & { options: FilterOption[] }) {
  return (
    <TextField
      select
      size="small"
      label={props.label}
      value={props.value}
      onChange={({ target }) => props.onSearch(target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      sx={{ flex: '0 1 200px' }}
    >
      {props.options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </TextField>
  )
}
