import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Pagination from '@mui/material/Pagination'
import Skeleton from '@mui/material/Skeleton'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { adminGroupApi } from '#contract/admin-campaigns.ts'
import {
  groupStateLabels,
  isOpenGroup,
  participationStateLabel,
  participationStates,
  undecidedGroupStates,
} from '#contract/campaign-states.ts'
import type { AdminCampaign, AdminGroup } from '#contract/campaigns.ts'
import { apiQuery } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { paths } from '../../paths.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { ExportButton } from '../files/export-button.tsx'
import { ActionButton } from '../ui/action-button.tsx'
import { Panel } from '../ui/panel.tsx'
import { confirm, type Question } from '../ui/question.tsx'
import { useOpenDialog } from '../ui/use-open-dialog.ts'
import { metricUnits } from './campaign-words.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { GroupPlaces } from './group-places.tsx'
import { LeaderDialog } from './leaders-dialog.tsx'
import { useCancelPermission } from './use-cancel-permission.ts'

/** The groups of a campaign: the one of a pool, or the teams by their opening. */
export function CampaignGroups({ campaign }: { campaign: AdminCampaign }) {
  const [page, setPage] = useState(1)
  const input = { query: { campaign_id: campaign.id, page: String(page) } }
  const query = useQuery({
    ...apiQuery(adminGroupApi.list, input),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const isPool = campaign.kind === 'pool'
  const found = query.data?.groups
  return (
    <Panel
      title={isPool ? '跟團' : '各團'}
      action={<ExportButton kind="participants" filter={{ campaign: campaign.id }} />}
    >
      {query.error && <Alert severity="error">{query.error.message}</Alert>}
      {query.isPending && <Skeleton variant="rounded" height={120} />}
      {found?.length === 0 && (
        <Box sx={{ color: 'text.secondary' }}>{isPool ? '還沒有開團。' : '還沒有人開團。'}</Box>
      )}
      {found?.map((group) => (
        <GroupRow key={group.id} campaign={campaign} group={group} isOpenAtFirst={isPool} />
      ))}
      {query.data && query.data.pagination.total_pages > 1 && (
        <Pagination
          count={query.data.pagination.total_pages}
          page={page}
          onChange={(_, next) => setPage(next)}
          sx={{ mt: 2 }}
        />
      )}
    </Panel>
  )
}

interface GroupRowProps {
  campaign: AdminCampaign
  group: AdminGroup
  isOpenAtFirst: boolean
}

function GroupRow({ campaign, group, isOpenAtFirst }: GroupRowProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const unit = metricUnits[campaign.metric]
  const counted = campaign.metric === 'units' ? group.units : group.members
  return (
    <Box sx={{ py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Chip size="small" label={groupStateLabels[group.state]} />
        <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
          {counted} / {group.min_target} {unit}
          {group.missing > 0 && !group.outcome && `，還差 ${group.missing} ${unit}`}
          <Box sx={{ color: 'text.secondary', fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
            {groupName(group)}
          </Box>
        </Box>
        <GroupActions campaign={campaign} group={group} />
      </Box>
      <Counts group={group} campaign={campaign} />
      {group.reason && <Box sx={{ mt: 1, overflowWrap: 'anywhere' }}>取消原因：{group.reason}</Box>}
      <ActionButton
        about={groupName(group)}
        color="inherit"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        sx={{ mt: 0.5 }}
      >
        {isOpen ? '收起名單' : '查看名單'}
      </ActionButton>
      {isOpen && <GroupPlaces groupId={group.id} />}
    </Box>
  )
}

function groupName({ expires_at, leader_email, leader }: AdminGroup): string {
  const name = leader_email ?? leader?.name
  return `${formatDateTime(expires_at)} 截止${name ? `・團主 ${name}` : ''}`
}

function Counts({ campaign, group }: { campaign: AdminCampaign; group: AdminGroup }) {
  const shown = participationStates.flatMap((state) => {
    const n = group.participations[state]
    return n ? [`${participationStateLabel(state, campaign.money)} ${n} 人`] : []
  })
  if (shown.length === 0) return null
  return <Box sx={{ mt: 1, fontSize: '0.875rem' }}>{shown.join('・')}</Box>
}

function GroupActions({ campaign, group }: { campaign: AdminCampaign; group: AdminGroup }) {
  const navigate = useNavigate()
  const { opened, open, close } = useOpenDialog<{ name: 'leader' | 'cancel' }>()
  const cancelling = useCancelPermission(campaign, group.units)
  const isUndecided = undecidedGroupStates.some((state) => state === group.state)
  const isOpen = isOpenGroup(group)
  // After success a leader still hands out.
  const isLed = isUndecided || group.outcome === 'succeeded'
  // A pool is ended and cancelled with its campaign, above.
  const isTeam = campaign.kind === 'team'
  return (
    <>
      {group.takes_line_orders && (
        <ActionButton
          permission="order.write"
          about={groupName(group)}
          color="inherit"
          onClick={() =>
            navigate(paths.adminLineOrders({ campaign: campaign.id, group: group.id }))
          }
        >
          LINE 喊單
        </ActionButton>
      )}
      {isTeam && isUndecided && (
        <ActionButton
          permission={cancelling}
          about={groupName(group)}
          color="error"
          onClick={() => open({ name: 'cancel' })}
        >
          取消
        </ActionButton>
      )}
      {isTeam && isOpen && group.state === 'reached' && (
        <ActionButton
          permission="campaign.write"
          about={groupName(group)}
          color="inherit"
          onClick={() => confirm(closeQuestion(group.id))}
        >
          提前結束
        </ActionButton>
      )}
      {isLed && (
        <ActionButton
          permission="campaign.write"
          about={groupName(group)}
          color="inherit"
          onClick={() => open({ name: 'leader' })}
        >
          指定團主
        </ActionButton>
      )}
      {opened?.name === 'leader' && (
        <LeaderDialog
          groupId={group.id}
          {...(group.leader_email && { current: group.leader_email })}
          onSaved={close}
          onClose={close}
        />
      )}
      {opened?.name === 'cancel' && (
        <CancelDialog
          title="取消這個團"
          endpoint={adminGroupApi.cancel}
          id={group.id}
          onSaved={close}
          onClose={close}
        />
      )}
    </>
  )
}

function closeQuestion(id: string): Question {
  return {
    title: '提前結束',
    text: '這個團現在就截止並結算。',
    label: '確定結束',
    run: () => write(adminGroupApi.close, { params: { id } }),
  }
}
