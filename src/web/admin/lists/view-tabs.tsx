import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link } from 'react-router'

export interface ViewTab {
  name: string
  label: string
  link: string
  /** How much waits there; none is not shown. */
  count?: number
  /** Whether that is a fault that somebody has to mend. */
  isFault?: boolean
}

interface ViewTabsProps {
  /** Names the navigation. */
  label: string
  tabs: readonly ViewTab[]
  current: string
}

/** The views of a list, one press apart. */
export function ViewTabs({ label, tabs, current }: ViewTabsProps) {
  return (
    <Box component="nav" aria-label={label} sx={nav}>
      {tabs.map(({ name, label: text, link, count = 0, isFault = false }) => {
        const isCurrent = name === current
        return (
          <Button
            key={name}
            component={Link}
            to={link}
            color="inherit"
            aria-current={isCurrent ? 'page' : undefined}
            sx={{
              ...tab,
              borderColor: isCurrent ? 'primary.main' : 'transparent',
              fontWeight: isCurrent ? 600 : 400,
              ...(isFault && count > 0 && { color: 'error.main' }),
            }}
          >
            {text}
            {count > 0 && (
              <Box component="span" sx={{ ml: 0.75, fontVariantNumeric: 'tabular-nums' }}>
                {count}
              </Box>
            )}
          </Button>
        )
      })}
    </Box>
  )
}

const nav = {
  display: 'flex',
  flexShrink: 0,
  flexWrap: 'wrap',
  gap: 0.5,
  borderBottom: 1,
  borderColor: 'divider',
} as const
const tab = {
  minWidth: 0,
  minHeight: 44,
  px: 1.25,
  flexShrink: 0,
  borderRadius: 0,
  borderBottom: 2,
} as const
