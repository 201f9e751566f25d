import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { adminSessionApi } from '#contract/admin.ts'
import { clearAdminToken } from '../api/admin-session.ts'
import { call } from '../api/call.ts'
import { paths } from '../paths.ts'
import { forgetLists } from '../shared/hand-out-lists.ts'
import { showToast } from '../ui/toast-store.ts'
import { leavesUnasked } from './ui/use-unsaved-guard.ts'

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

/** Leaves the back office for home, without the session. */
export function useLeave(): () => void {
  const forget = useForgetSession()
  const navigate = useNavigate()
  return useCallback(() => {
    forget()
    void navigate(paths.home(), { replace: true, state: leavesUnasked })
  }, [forget, navigate])
}

/** Takes the session out of the browser: the token, and what the tab has read with it. */
export function useForgetSession(): () => void {
  const forgetReplies = useForgetReplies()
  return useCallback(() => {
    clearAdminToken()
    forgetLists()
    forgetReplies()
  }, [forgetReplies])
}

/** The next administrator may have fewer rights, and must not see rows of the one before. */
export function useForgetReplies(): () => void {
  const client = useQueryClient()
  return useCallback(
    () => client.removeQueries({ predicate: ({ meta }) => meta?.caller === 'admin' }),
    [client],
  )
}
