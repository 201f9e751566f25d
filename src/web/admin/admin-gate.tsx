import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { adminSessionApi } from '#contract/admin.ts'
import { adminToken } from '../api/admin-session.ts'
import { apiQuery } from '../api/queries.ts'
import { Redirect } from '../navigation/redirect.tsx'
import { paths } from '../paths.ts'
import { AdminContext } from './admin-context.ts'
import { RetryAlert } from './ui/retry-alert.tsx'
import { isCheckRefused, useSessionEnd } from './use-session-end.ts'

/** Shows the back office to a session that the server accepts, and redirects home without one. */
export function AdminGate({ children }: { children: ReactNode }) {
  useSessionEnd()
  const hasToken = adminToken() !== undefined
  const { pathname } = useLocation()
  const check = useQuery({
    ...apiQuery(adminSessionApi.check, {}),
    enabled: hasToken,
    // Each entry is checked again, because the administrator may have changed.
    staleTime: 0,
    gcTime: 0,
  })

  if (!hasToken) return <Redirect to={paths.home()} />
  if (check.data) {
    const isElsewhere = check.data.needs_totp && pathname !== paths.adminAccount()
    if (isElsewhere) return <Redirect to={paths.adminAccount()} />
    return <AdminContext value={check.data}>{children}</AdminContext>
  }
  // The end of the session redirects when the check is refused.
  if (check.error && !isCheckRefused(check.error)) {
    return (
      <Box sx={fullScreen}>
        <RetryAlert query={check} />
      </Box>
    )
  }
  return (
    <Box sx={fullScreen}>
      <CircularProgress aria-label="載入中" />
    </Box>
  )
}

const fullScreen = { minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 2 } as const
