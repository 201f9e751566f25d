import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { FilterOption } from './list-find.ts'
import type { FilterProps } from './search-filter.tsx'

const maxSideBySide = 7

const group = {
  bgcolor: 'background.paper',
  // Where cards take the place of the table: each by itself, in as many lines as it takes.
  '@media (max-width: 767px)': {
    flexWrap: 'wrap',
    gap: 0.5,
    bgcolor: 'transparent',
    '& .MuiToggleButton-root.MuiToggleButton-root': {
      m: 0,
      border: 1,
      borderColor: 'divider',
      borderRadius: 1,
    },
  },
}

/** A few values side by side, more in a menu; a press takes effect at once. */
export function OptionFilter(props: FilterProps & { options: FilterOption[] }) {
  const { label, value, onSearch, options } = props
  if (options.length > maxSideBySide) return <OptionMenu {...props} />
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={label}
      value={value}
      // The chosen one gives null when it is pressed again: it stays chosen.
      onChange={(_, chosen: string | null) => chosen !== null && onSearch(chosen)}
      sx={group}
    >
      {options.map((option) => (
        <ToggleButton
          key={option.value}
          value={option.value}
          sx={{ minHeight: 44, px: 1.5, whiteSpace: 'nowrap', flexShrink: 0 }}
        >
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

function OptionMenu({
  label,
  value,
  onSearch,
  options,
}: FilterProps & { options: FilterOption[] }) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={({ target }) => onSearch(target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      sx={{ minWidth: 200, bgcolor: 'background.paper' }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </TextField>
  )
}
