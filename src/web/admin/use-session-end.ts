import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { adminSessionApi } from '#contract/admin.ts'
import { endpointKey } from '#contract/endpoint.ts'
import { clearAdminToken } from '../api/admin-session.ts'
import { ApiError, isUnauthorized } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { paths } from '../paths.ts'
import { showToast } from '../ui/toast-store.ts'

/** The check of the session answers 403 where other calls answer 401. */
export function isCheckRefused(error: unknown): boolean {
  return isUnauthorized(error) || (error instanceof ApiError && error.status === 403)
}

/** Leaves the back office on the first 401. */
export function useSessionEnd(): void {
  const client = useQueryClient()
  const leave = useLeave()
  useEffect(() => {
    const [checkKey] = endpointKey(adminSessionApi.check)
    function watch(error: Error, isCheck: boolean) {
      if (!(isCheck ? isCheckRefused(error) : isUnauthorized(error))) return
      showToast({ message: error.message, success: false })
      leave()
    }
    const endings = [
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return
        watch(event.action.error, event.query.queryKey[0] === checkKey)
      }),
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return
        watch(event.action.error, false)
      }),
    ]
    return () => {
      for (const end of endings) end()
    }
  }, [client, leave])
}

/** Signs out: server and browser drop the token, and the cache of the back office is cleared. */
export function useLogout(): () => void {
  const leave = useLeave()
  return () => {
    // Sent while the token is still there; the screen does not wait for the reply.
    call(adminSessionApi.logout, {}).then(
      ({ message }) => showToast({ message, success: true }),
      (error: Error) => showToast({ message: error.message, success: false }),
    )
    leave()
  }
}

function useLeave(): () => void {
  const forget = useForgetSession()
  const navigate = useNavigate()
  return useCallback(() => {
    forget()
    void navigate(paths.home(), { replace: true })
  }, [forget, navigate])
}

/** Takes the session out of the browser: the token, and what the tab has read with it. */
export function useForgetSession(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    clearAdminToken()
    // The next administrator may have fewer rights, and must not see rows of this one.
    client.removeQueries({ predicate: ({ meta }) => meta?.caller === 'admin' })
  }, [client])
}
