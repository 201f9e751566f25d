import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { adminGroupApi } from '#contract/admin-campaigns.ts'
import type { AdminGroup } from '#contract/campaigns.ts'
import { paths } from '../../paths.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { askAbout } from '../lists/ask-about.tsx'
import { defineList } from '../lists/list-definition.ts'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { metricUnits } from './campaign-words.ts'
import { shortfallQuestion } from './shortfall-question.ts'

function GroupName({ group }: { group: AdminGroup }) {
  const { campaign, leader, leader_email } = group
  const led = leader?.name ?? leader_email
  return (
    <Box sx={{ display: 'grid', overflowWrap: 'anywhere' }}>
      <Link
        component={RouterLink}
        to={paths.adminCampaign(campaign.id)}
        color="inherit"
        sx={{ fontWeight: 500 }}
      >
        {campaign.title}
      </Link>
      {led && <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>團主 {led}</Box>}
    </Box>
  )
}

const nameColumn: ListColumn<AdminGroup, never> = {
  label: '團購',
  width: 200,
  grows: true,
  render: (group) => <GroupName group={group} />,
}

/** Units or members, by the metric of the minimum. */
const countedOf = ({ campaign, units, members }: AdminGroup) =>
  campaign.metric === 'units' ? units : members

const atRiskColumns: ListColumn<AdminGroup, never>[] = [
  nameColumn,
  { label: '截止時間', width: 150, render: ({ expires_at }) => formatDateTime(expires_at) },
  {
    label: '進度',
    width: 110,
    render: (group) =>
      `${countedOf(group)} / ${group.min_target} ${metricUnits[group.campaign.metric]}`,
  },
  {
    label: '還差',
    width: 90,
    render: ({ missing, campaign }) => `${missing} ${metricUnits[campaign.metric]}`,
  },
]

export const atRiskList = defineList({
  title: '可能不成團',
  path: paths.adminCampaigns(),
  endpoint: adminGroupApi.list,
  rowsOf: ({ groups }) => groups,
  columns: atRiskColumns,
  labelOf: ({ campaign }) => campaign.title,
  card: (group) => (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <GroupName group={group} />
      <span>
        {countedOf(group)} / {group.min_target} {metricUnits[group.campaign.metric]}，還差{' '}
        {group.missing} {metricUnits[group.campaign.metric]}
      </span>
      <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        {formatDateTime(group.expires_at)} 截止
      </Box>
    </Box>
  ),
  fixedQuery: { at_risk: '1' },
  emptyText: () => '目前沒有 24 小時內截止、未達門檻六成的團',
})

/** Paid units or members, by the metric. */
const paidOf = ({ campaign, paid_units, paid_members = 0 }: AdminGroup) =>
  campaign.metric === 'units' ? paid_units : paid_members

const shortfallColumns: ListColumn<AdminGroup, never>[] = [
  nameColumn,
  {
    label: '已付款',
    width: 100,
    render: (group) => `${paidOf(group)} ${metricUnits[group.campaign.metric]}`,
  },
  {
    label: '成團門檻',
    width: 100,
    render: ({ min_target, campaign }) => `${min_target} ${metricUnits[campaign.metric]}`,
  },
]

export const shortfallList = defineList({
  title: '短缺',
  path: paths.adminCampaigns(),
  endpoint: adminGroupApi.list,
  rowsOf: ({ groups }) => groups,
  columns: shortfallColumns,
  labelOf: ({ campaign }) => campaign.title,
  card: (group) => (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <GroupName group={group} />
      <span>
        已付款 {paidOf(group)} {metricUnits[group.campaign.metric]}，門檻 {group.min_target}{' '}
        {metricUnits[group.campaign.metric]}
      </span>
    </Box>
  ),
  fixedQuery: { shortfall: '1' },
  emptyText: () => '目前沒有付款份數低於門檻的團',
  dialogs: {
    ship: askAbout(({ id }: AdminGroup) => shortfallQuestion(id, 'ship')),
    cancel: askAbout(({ id }: AdminGroup) => shortfallQuestion(id, 'cancel')),
  },
  rowActions: [
    { label: '照常出貨', dialog: 'ship', permission: 'refund.write' },
    { label: '取消並退款', dialog: 'cancel', color: 'error', permission: 'refund.write' },
  ],
})
