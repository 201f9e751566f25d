import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** The parcels, refunds or mails of an order, each with its action. */
export function EntryList({ children }: { children: ReactNode }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {children}
    </Box>
  )
}

export function ListEntry(props: { title: ReactNode; children: ReactNode; action?: ReactNode }) {
  return (
    <Box component="li" sx={row}>
      <Box sx={{ minWidth: 0, flex: '1 1 12em', overflowWrap: 'anywhere' }}>
        {props.title}
        <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{props.children}</Box>
      </Box>
      {props.action}
    </Box>
  )
}

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: 1,
  py: 1,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const
