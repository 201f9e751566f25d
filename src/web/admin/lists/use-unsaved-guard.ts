import { createContext, useContext, useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { adminToken } from '../../api/admin-session.ts'

/** Set while a dialog is left on purpose, because it has saved or its changes are discarded. */
export const LeavingContext = createContext<{ current: boolean }>({ current: false })

/** Asks before unsaved changes are lost: by closing, by leaving the screen, by leaving the page. */
export function useUnsavedGuard(options: { isDirty: boolean; onClose: () => void }) {
  const { isDirty, onClose } = options
  const leaving = useContext(LeavingContext)
  const [isClosing, setIsClosing] = useState(false)
  /** With the session over the screen is left in any case. */
  const blocker = useBlocker(() => isDirty && !leaving.current && adminToken() !== undefined)

  useEffect(() => {
    leaving.current = false
  }, [leaving])

  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])

  return {
    isAsking: isClosing || blocker.state === 'blocked',
    close: () => (isDirty ? setIsClosing(true) : onClose()),
    stay: () => {
      setIsClosing(false)
      blocker.reset?.()
    },
    discard: () => {
      leaving.current = true
      if (blocker.state === 'blocked') blocker.proceed()
      else onClose()
    },
  }
}
