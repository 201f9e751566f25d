import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type AccountSession, accountApi } from '#contract/account.ts'
import { deviceName } from '#contract/device-name.ts'
import { apiQuery, useApiMutation } from '../../api/queries.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Panel } from '../ui/panel.tsx'
import { useLogout } from '../use-session-end.ts'

/** Where the account is signed in, with an end for each. */
export function SessionsPanel() {
  const sessions = useQuery({ ...apiQuery(accountApi.sessions, {}), staleTime: 0 })
  const endOthers = useApiMutation(accountApi.endOtherSessions, { isPendingUntilShown: true })
  const shown = sessions.data?.sessions ?? []
  return (
    <Panel
      title="登入中的裝置"
      action={
        shown.length > 1 && (
          <ActionButton
            color="inherit"
            variant="outlined"
            isLoading={endOthers.isPending}
            onClick={() => endOthers.mutate({})}
            sx={{ minHeight: 44 }}
          >
            登出其他裝置
          </ActionButton>
        )
      }
    >
      {sessions.isPending && <CircularProgress aria-label="載入中" />}
      {sessions.error && <Alert severity="error">{sessions.error.message}</Alert>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Box>
    </Panel>
  )
}

function SessionRow({ session }: { session: AccountSession }) {
  const logout = useLogout()
  const end = useApiMutation(accountApi.endSession, { isPendingUntilShown: true })
  const { id, device, network, is_current: isCurrent } = session
  return (
    <Box component="li" sx={row}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {deviceName(device)}
          </Typography>
          {isCurrent && <Chip size="small" color="secondary" label="目前的裝置" />}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {network || '網路不明'}．{formatDateTime(session.create_at)} 登入．最後使用{' '}
          {formatDateTime(session.last_used)}
        </Typography>
      </Box>
      <ActionButton
        about={deviceName(device)}
        color="inherit"
        isLoading={end.isPending}
        onClick={() => (isCurrent ? logout() : end.mutate({ params: { id } }))}
        sx={{ minHeight: 44, flexShrink: 0 }}
      >
        登出此裝置
      </ActionButton>
    </Box>
  )
}

const row = {
  display: 'flex',
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  justifyContent: 'flex-end',
  alignItems: 'center',
  columnGap: 2,
  py: 1.5,
  '& + &': { borderTop: 1, borderColor: 'divider' },
  '& > div': { flexBasis: { xs: '100%', sm: 0 } },
} as const
