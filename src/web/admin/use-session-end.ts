import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { adminSessionApi } from '#contract/admin.ts'
import { dropAdminToken } from '../api/admin-session.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { paths } from '../paths.ts'
import { showToast } from '../ui/toast-store.ts'

/** The server knows the token no longer: 401 by an admin call, 403 by the check of the session. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403)
}

/** Leaves the back office as soon as any of its calls is refused for want of a valid session. */
export function useSessionEnd(): void {
  const client = useQueryClient()
  const leave = useLeave()
  useEffect(() => {
    function watch(event: { type: string; action?: { type: string; error?: unknown } }) {
      const error = event.action?.type === 'error' ? event.action.error : undefined
      if (!isRefusal(error)) return
      showToast({ message: (error as ApiError).message, success: false })
      leave()
    }
    const endings = [
      client.getQueryCache().subscribe(watch),
      client.getMutationCache().subscribe(watch),
    ]
    return () => {
      for (const end of endings) end()
    }
  }, [client, leave])
}

/** Signs out: the server forgets the token, the browser forgets token and what it showed. */
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
  const client = useQueryClient()
  const navigate = useNavigate()
  return useCallback(() => {
    dropAdminToken()
    client.removeQueries({ predicate: ({ queryKey }) => String(queryKey[0]).includes('/admin/') })
    void navigate(paths.home(), { replace: true })
  }, [client, navigate])
}
