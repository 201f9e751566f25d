import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { adminSessionApi } from '#contract/admin.ts'
import { adminToken } from '../api/admin-session.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { apiQuery } from '../api/queries.ts'
import { Redirect } from '../navigation/redirect.tsx'
import { paths } from '../paths.ts'
import { showToast } from '../ui/toast-store.ts'
import { CallsOfSession } from './account/calls-of-session.tsx'
import { AdminContext, type SignedInAdmin } from './admin-context.ts'
import { RetryAlert } from './ui/retry-alert.tsx'
import { leavesUnasked } from './ui/use-unsaved-guard.ts'
import { useForgetReplies, useLeave } from './use-session-end.ts'

/**
 * Shows the back office to a session that the server accepts, and redirects home without one. A
 * session that ends later ends no screen.
 */
export function AdminGate({ children }: { children: ReactNode }) {
  const { admin, another, check, checks, switchTo, ...session } = useCheckedAdmin()
  const { pathname } = useLocation()
  const leave = useLeave()
  const isOver = isCheckRefused(check.error)
  const isRefused = isOver && !admin
  const refusal = check.error?.message ?? ''
  useEffect(() => {
    if (!isRefused) return
    showToast({ message: refusal, success: false })
    leave()
  }, [isRefused, refusal, leave])

  if (admin) {
    const isElsewhere = admin.needs_totp && pathname !== paths.adminAccount()
    return (
      // Screens of one account are no screens of the next.
      <Fragment key={admin.uid}>
        <AdminContext value={admin}>
          <CallsOfSession
            {...session}
            {...{ checks, isOver, another }}
            onSwitch={switchTo}
            onLeave={leave}
          />
          {isElsewhere ? <Redirect to={paths.adminAccount()} /> : children}
        </AdminContext>
      </Fragment>
    )
  }
  if (adminToken() === undefined) return <Redirect to={paths.home()} />
  if (check.error && !isOver) {
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

/** The check of the session answers 403 where other calls answer 401. */
function isCheckRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403)
}

/** The administrator of these screens; a check that finds another one does not change it. */
function useCheckedAdmin() {
  const navigate = useNavigate()
  const forgetReplies = useForgetReplies()
  const token = useRef<string>(undefined)
  const [admin, setAdmin] = useState<SignedInAdmin>()
  const check = useQuery({
    ...apiQuery(adminSessionApi.check, {}),
    queryFn: async ({ signal }) => {
      for (;;) {
        const sent = adminToken()
        try {
          const reply = await call(adminSessionApi.check, {}, { signal })
          token.current = sent
          return reply
        } catch (error) {
          // It was under way with the token of before: that of now may be another session's.
          const hasOther = adminToken() !== undefined && adminToken() !== sent
          if (!hasOther || !isCheckRefused(error)) throw error
        }
      }
    },
    enabled: admin !== undefined || adminToken() !== undefined,
    // Each entry is checked again, because the administrator may have changed.
    staleTime: 0,
    gcTime: 0,
  })
  const { data, refetch } = check
  const isSame = data !== undefined && (!admin || admin.uid === data.uid)
  if (isSame && admin !== data) setAdmin(data)
  const uid = admin?.uid

  return {
    admin,
    another: isSame ? undefined : data,
    check,
    checks: check.dataUpdatedAt,
    checkedToken: useCallback(() => token.current, []),
    checkAgain: useCallback(async () => {
      // Calls that come at once share one check: each of its own would break off that of the others.
      const { data: now, isSuccess } = await refetch({ cancelRefetch: false })
      return isSuccess && now.uid === uid
    }, [refetch, uid]),
    switchTo: () => {
      forgetReplies()
      void navigate(paths.admin(), { replace: true, state: leavesUnasked })
      setAdmin(data)
    },
  }
}

const fullScreen = { minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 2 } as const
