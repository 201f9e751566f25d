import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { accountApi } from '#contract/account.ts'
import { roleLabels } from '#contract/permissions.ts'
import { apiQuery } from '../../api/queries.ts'
import { usePageTitle } from '../../ui/page-head.ts'
import { useAdmin } from '../admin-context.ts'
import { RetryAlert } from '../ui/retry-alert.tsx'
import { NamePanel } from './name-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { TotpPanel } from './totp-panel.tsx'

export function AdminAccountPage() {
  usePageTitle('我的帳號')
  const { needs_totp: needsTotp } = useAdmin()
  const account = useQuery({ ...apiQuery(accountApi.read, {}), staleTime: 0 })
  return (
    <Box component="section" sx={{ display: 'grid', gap: 2, maxWidth: 760, width: '100%' }}>
      <Box>
        <Typography variant="h1">我的帳號</Typography>
        {account.data && (
          <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {account.data.me.username}（{roleLabels[account.data.me.role]}）
          </Typography>
        )}
      </Box>
      {needsTotp && (
        <Alert severity="warning">
          店主要求所有成員啟用兩步驟驗證。啟用之後，就可以使用後台的其他功能。
        </Alert>
      )}
      {account.data ? (
        <>
          <NamePanel key={account.data.me.name} name={account.data.me.name} />
          <TotpPanel account={account.data.me} />
          <PasswordPanel username={account.data.me.username} />
          <SessionsPanel />
        </>
      ) : account.error ? (
        <RetryAlert query={account} />
      ) : (
        <CircularProgress aria-label="載入中" />
      )}
    </Box>
  )
}
