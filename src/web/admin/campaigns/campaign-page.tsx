import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { adminCampaignApi } from '#contract/admin-campaigns.ts'
import type { AdminCampaign } from '#contract/campaigns.ts'
import { apiQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { usePageTitle } from '../../ui/page-head.ts'
import { EntryPage } from '../ui/entry-page.tsx'
import { CampaignActions } from './campaign-actions.tsx'
import { CampaignFacts, CampaignPrices } from './campaign-facts.tsx'
import { CampaignGroups } from './campaign-groups.tsx'
import { CampaignSellers } from './campaign-sellers.tsx'
import { CampaignSettlement } from './campaign-settlement.tsx'
import { CampaignShare } from './campaign-share.tsx'
import { CampaignStateChip } from './campaign-state-chip.tsx'
import { waitingText } from './campaign-words.ts'

/** One campaign: its conditions, its groups, and how it is settled. */
export function CampaignPage({ id }: { id: string }) {
  const query = useQuery({ ...apiQuery(adminCampaignApi.detail, { params: { id } }), staleTime: 0 })
  usePageTitle(query.data?.campaign.title ?? '團購')
  return (
    <EntryPage list={{ name: '團購列表', path: paths.adminCampaigns() }} query={query}>
      {({ campaign }) => <Whole campaign={campaign} />}
    </EntryPage>
  )
}

function Whole({ campaign }: { campaign: AdminCampaign }) {
  const { state, reason, extensions } = campaign
  const waiting = waitingText(campaign)
  const hasOpened = state !== 'draft' && state !== 'scheduled'
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {campaign.title}
        </Typography>
        <CampaignStateChip state={state} />
        <Box sx={{ flex: 1 }} />
        <CampaignActions campaign={campaign} />
      </Box>
      {state === 'cancelled' && reason && (
        <Alert severity="error" variant="outlined" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          取消原因：{reason}
        </Alert>
      )}
      {waiting && (
        <Alert severity="info" variant="outlined" sx={{ mb: 2 }}>
          {waiting}
        </Alert>
      )}
      {extensions.length > 0 && state === 'open' && (
        <Alert severity="info" variant="outlined" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          已延長 {extensions.length} 次：{extensions.at(-1)?.reason}
        </Alert>
      )}
      <Box sx={columns}>
        <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
          {(state === 'scheduled' || state === 'open') && <CampaignShare campaign={campaign} />}
          {hasOpened && <CampaignGroups campaign={campaign} />}
          {campaign.has_sellers && state !== 'draft' && <CampaignSellers campaign={campaign} />}
          {hasOpened && <CampaignSettlement campaign={campaign} />}
          <CampaignPrices campaign={campaign} />
        </Box>
        <CampaignFacts campaign={campaign} />
      </Box>
    </>
  )
}

const columns = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
} as const
