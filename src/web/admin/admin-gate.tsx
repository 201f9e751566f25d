import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { adminSessionApi } from '#contract/admin.ts'
import { adminToken } from '../api/admin-session.ts'
import { apiQuery } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { isUnauthorized, useSessionEnd } from './use-session-end.ts'

/** Lets in who holds a token that the server accepts; everybody else goes home. */
export function AdminGate({ children }: { children: ReactNode }) {
  useSessionEnd()
  const hasToken = adminToken() !== undefined
  const check = useQuery({
    ...apiQuery(adminSessionApi.check, {}),
    enabled: hasToken,
    // Every entry is checked anew, whoever came in before.
    staleTime: 0,
    gcTime: 0,
  })

  if (!hasToken) return <Navigate to={paths.home()} replace />
  if (check.data) return children
  // On a refusal the end of the session leads away.
  if (check.error && !isUnauthorized(check.error, true)) {
    return (
      <Box sx={fullScreen}>
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={() => void check.refetch()}>
              重試
            </Button>
          }
        >
          {check.error.message}
        </Alert>
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
