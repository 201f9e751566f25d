import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Pagination from '@mui/material/Pagination'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AdminLeaderAccount, adminLeaderMoneyApi } from '#contract/leader-money.ts'
import { apiQuery } from '../../api/queries.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { BookHandOverDialog, canVoid, VoidHandOverDialog } from './hand-over-dialogs.tsx'
import { AccountFigures } from './leader-account-figures.tsx'

/** The money of each leader of a campaign that is paid to its leaders, on the page of its settlement. */
export function LeaderAccounts({ campaignId }: { campaignId: string }) {
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...apiQuery(adminLeaderMoneyApi.list, {
      query: { campaign_id: campaignId, page: String(page) },
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pagination.total_pages ?? 1
  const [opened, setOpened] = useState<{ groupId: string; dialog: 'book' | 'void' }>()
  const account = query.data?.accounts.find(({ group_id: id }) => id === opened?.groupId)
  const close = () => setOpened(undefined)
  const saved = () => {
    close()
    void query.refetch()
  }
  return (
    <Box component="section" aria-label="團主帳款">
      <Typography variant="h3" sx={{ mb: 1 }}>
        團主帳款
      </Typography>
      {query.error && <Alert severity="error">{query.error.message}</Alert>}
      {query.data?.accounts.length === 0 && (
        <Box sx={{ color: 'text.secondary' }}>還沒有成團。</Box>
      )}
      {query.data?.accounts.map((of) => (
        <Account
          key={of.group_id}
          account={of}
          onOpen={(dialog) => setOpened({ groupId: of.group_id, dialog })}
        />
      ))}
      {query.isPending && <Skeleton variant="rounded" height={96} />}
      {pages > 1 && (
        <Pagination
          count={pages}
          page={page}
          onChange={(_, next) => setPage(next)}
          sx={{ mt: 1 }}
        />
      )}
      {account && opened?.dialog === 'book' && (
        <BookHandOverDialog account={account} onSaved={saved} onClose={close} />
      )}
      {account && opened?.dialog === 'void' && (
        <VoidHandOverDialog account={account} onSaved={saved} onClose={close} />
      )}
    </Box>
  )
}

function Account(props: {
  account: AdminLeaderAccount
  onOpen: (dialog: 'book' | 'void') => void
}) {
  const { account, onOpen } = props
  return (
    <Box sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Box sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere', fontWeight: 600 }}>
          {account.leader}
        </Box>
        <ActionButton
          about={account.leader}
          permission="payment.record"
          variant="outlined"
          color="inherit"
          onClick={() => onOpen('book')}
        >
          登記交款
        </ActionButton>
        {canVoid(account) && (
          <ActionButton
            about={account.leader}
            permission="payment.record"
            color="inherit"
            onClick={() => onOpen('void')}
          >
            沖銷交款
          </ActionButton>
        )}
      </Box>
      <AccountFigures sums={account.sums} />
    </Box>
  )
}
