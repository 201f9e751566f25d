import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import type { AdminCampaign } from '#contract/campaigns.ts'
import { paths } from '../../paths.ts'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { CampaignStateChip } from './campaign-state-chip.tsx'
import {
  campaignKindLabels,
  campaignMoneyText,
  progressPercent,
  progressText,
  timeText,
} from './campaign-words.ts'

export const campaignColumns: ListColumn<AdminCampaign, never>[] = [
  {
    label: '名稱',
    width: 122,
    grows: true,
    render: ({ id, title }) => (
      <Link
        component={RouterLink}
        to={paths.adminCampaign(id)}
        color="inherit"
        sx={{ overflowWrap: 'anywhere' }}
      >
        {title}
      </Link>
    ),
  },
  { label: '方式', width: 62, render: ({ kind }) => campaignKindLabels[kind] },
  { label: '收款方式', width: 90, render: campaignMoneyText },
  { label: '狀態', width: 84, render: ({ state }) => <CampaignStateChip state={state} /> },
  { label: '開團時間', width: 100, render: ({ starts_at }) => timeText(starts_at) },
  { label: '截止時間', width: 100, render: ({ ends_at }) => timeText(ends_at) },
  { label: '進度', width: 112, render: (campaign) => <Progress campaign={campaign} /> },
]

/** The words say all; the bar shows it. */
export function Progress({ campaign }: { campaign: AdminCampaign }) {
  const hasBar = campaign.kind === 'pool' && campaign.state === 'open'
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <span>{progressText(campaign)}</span>
      {hasBar && (
        <LinearProgress
          variant="determinate"
          color={campaign.missing === 0 ? 'secondary' : 'primary'}
          value={progressPercent(campaign)}
          aria-hidden
          sx={{ height: 6, borderRadius: 3, bgcolor: 'divider' }}
        />
      )}
    </Box>
  )
}
