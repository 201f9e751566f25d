import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { type ReturnView, returnViewLabels, returnViews } from '#contract/return-states.ts'
import { paths } from '../../paths.ts'

/** The views with how much waits in each. */
export function ReturnTabs(props: {
  view: ReturnView
  counts: Record<string, number> | undefined
}) {
  const { view, counts } = props
  return (
    <Box component="nav" aria-label="退貨" sx={nav}>
      {returnViews.map((name) => {
        const isCurrent = name === view
        const count = counts?.[name] ?? 0
        return (
          <Button
            key={name}
            component={Link}
            to={paths.adminReturns(name)}
            color="inherit"
            aria-current={isCurrent ? 'page' : undefined}
            sx={{
              ...tab,
              borderColor: isCurrent ? 'primary.main' : 'transparent',
              fontWeight: isCurrent ? 600 : 400,
            }}
          >
            {returnViewLabels[name]}
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
