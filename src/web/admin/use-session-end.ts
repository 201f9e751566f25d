import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { adminSessionApi } from '#contract/admin.ts'
import { dropAdminToken } from '../api/admin-session.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointKey } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { showToast } from '../ui/toast-store.ts'

/** The server does not know the token any more: 401 by any call, 403 by the check of the session. */
export function isUnauthorized(error: unknown, isCheck: boolean): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status === 401 || (isCheck && error.status === 403)
}

/** Leaves the back office as soon as any of its calls is refused for want of a valid session. */
export function useSessionEnd(): void {
  const client = useQueryClient()
  const leave = useLeave()
  useEffect(() => {
    const [checkKey] = endpointKey(adminSessionApi.check)
    function watch(error: Error, isCheck: boolean) {
      if (!isUnauthorized(error, isCheck)) return
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

/** Signs out: server and browser forget the token. */
export function useLogout(): () => void {
  const leave = useLeave()
  return () => {
    // Begun before the token is dropped, and not waited for: whoever signs out is out at once.
    call(adminSessionApi.logout, {}).then(
      ({ message }) => showToast({ message, success: true }),
      (error: Error) => showToast({ message: error.message, success: false }),
    )
    leave()
  }
}

function useLeave(): () => void {
  const navigate = useNavigate()
  return useCallback(() => {
    dropAdminToken()
    void navigate(paths.home(), { replace: true })
  }, [navigate])
}
