import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import type { AdminCampaign } from '#contract/campaigns.ts'
import { paths } from '../../paths.ts'
import { Progress } from './campaign-columns.tsx'
import { CampaignStateChip } from './campaign-state-chip.tsx'
import { campaignKindLabels, campaignMoneyText, timeText } from './campaign-words.ts'

/** A campaign at a glance, on a narrow screen. */
export function CampaignCard({ campaign }: { campaign: AdminCampaign }) {
  const { id, title, state, kind, starts_at, ends_at } = campaign
  const hasOpened = state !== 'draft' && state !== 'scheduled'
  return (
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <Link
          component={RouterLink}
          to={paths.adminCampaign(id)}
          color="inherit"
          sx={{ minWidth: 0, overflowWrap: 'anywhere', fontWeight: 600 }}
        >
          {title}
        </Link>
        <Box sx={{ flexShrink: 0 }}>
          <CampaignStateChip state={state} />
        </Box>
      </Box>
      <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        {campaignKindLabels[kind]}・{campaignMoneyText(campaign)}
        <br />
        {timeText(starts_at)} 至 {timeText(ends_at)}
      </Box>
      {hasOpened && <Progress campaign={campaign} />}
    </Box>
  )
}
