import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink, useSearchParams } from 'react-router'
import { LineOrdersScreen } from '../../campaigns/line-orders/line-orders-screen.tsx'
import { paths } from '../../paths.ts'
import { usePageTitle } from '../../ui/page-head.ts'

/** Orders that were written in a chat, entered by the staff into a group of a campaign. */
export function AdminLineOrdersPage() {
  usePageTitle('LINE 喊單')
  const [query] = useSearchParams()
  const campaignId = query.get('campaign') ?? ''
  const groupId = query.get('group') ?? undefined
  return (
    <Box component="section" sx={{ maxWidth: 768, width: '100%' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2, mb: 2 }}>
        <Typography variant="h1">LINE 喊單</Typography>
        <Link component={RouterLink} to={paths.adminCampaign(campaignId)} color="inherit">
          回到團購
        </Link>
      </Box>
      <LineOrdersScreen
        key={`${campaignId} ${groupId}`}
        target={{ by: 'staff', campaignId, groupId }}
      />
    </Box>
  )
}
