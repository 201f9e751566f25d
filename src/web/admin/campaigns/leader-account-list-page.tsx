import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { type AdminLeaderAccount, adminLeaderMoneyApi } from '#contract/leader-money.ts'
import { paths } from '../../paths.ts'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { Amount } from '../ui/amount.tsx'
import { CampaignTabs } from './campaign-tabs.tsx'
import { BookHandOverDialog, canVoid, VoidHandOverDialog } from './hand-over-dialogs.tsx'
import { AccountFigures, accountFigures, accountNotes } from './leader-account-figures.tsx'

type Account = AdminLeaderAccount & { id: string }

const accountList = defineList({
  title: '團主帳款',
  path: paths.adminLeaderAccounts(),
  endpoint: adminLeaderMoneyApi.list,
  rowsOf: ({ accounts }): Account[] => accounts.map((of) => ({ ...of, id: of.group_id })),
  columns: [
    {
      label: '團主',
      width: 180,
      grows: true,
      render: (account) => <Named account={account} />,
    },
    ...accountFigures.map(
      ({ label, of }): ListColumn<Account, never> => ({
        label,
        width: 110,
        align: 'right',
        render: ({ sums }) => <Amount value={of(sums)} />,
      }),
    ),
  ],
  labelOf: ({ leader, title }) => `${leader} ${title}`,
  card: (account) => (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Named account={account} />
      <AccountFigures sums={account.sums} />
    </Box>
  ),
  filters: [
    {
      name: 'waits',
      label: '狀態',
      options: [
        { value: '', label: '全部' },
        { value: 'announced', label: '待確認交款' },
        { value: 'open', label: '還有差額' },
      ],
    },
  ],
  summary: (reply) => reply && <AccountFigures sums={reply.sums} />,
  emptyText: ({ waits }) => (waits ? '目前沒有' : '還沒有付給團主的團購'),
  dialogs: {
    book: ({ entry, onSaved, onClose }) => (
      <BookHandOverDialog account={entry} onSaved={onSaved} onClose={onClose} />
    ),
    void: ({ entry, onSaved, onClose }) => (
      <VoidHandOverDialog account={entry} onSaved={onSaved} onClose={onClose} />
    ),
  },
  rowActions: [
    { label: '登記交款', dialog: 'book', permission: 'payment.record' },
    { label: '沖銷交款', dialog: 'void', isFor: canVoid, permission: 'payment.record' },
  ],
})

function Named({ account }: { account: Account }) {
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      <Box sx={{ fontWeight: 600 }}>{account.leader}</Box>
      <Link
        component={RouterLink}
        to={paths.adminCampaign(account.campaign_id)}
        color="inherit"
        sx={{ fontSize: '0.875rem' }}
      >
        {account.title}
      </Link>
      {accountNotes(account.sums).map(({ label, value }) => (
        <Box key={label} sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
          {label} <Amount value={value} />
        </Box>
      ))}
    </Box>
  )
}

export function AdminLeaderAccountPage() {
  return (
    <>
      <CampaignTabs current="leader-accounts" />
      <ListPage list={accountList} />
    </>
  )
}
