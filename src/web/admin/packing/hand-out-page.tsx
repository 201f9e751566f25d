import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useSearchParams } from 'react-router'
import { HandOutScreen } from '../../hand-out/hand-out-screen.tsx'
import { usePageTitle } from '../../ui/page-head.ts'
import { useAdmin } from '../admin-context.ts'

/** The hand-out of the shop: orders for the pick-up, and every code. */
export function AdminHandOutPage() {
  usePageTitle('取貨發放')
  const [query] = useSearchParams()
  const { uid } = useAdmin()
  return (
    <Box component="section" sx={{ maxWidth: 768, width: '100%' }}>
      <Typography variant="h1" sx={{ mb: 2 }}>
        取貨發放
      </Typography>
      <HandOutScreen
        helper={{ owner: `a.${uid}`, isStaff: true, group: query.get('group') ?? undefined }}
        code={query.get('code') ?? undefined}
      />
    </Box>
  )
}
