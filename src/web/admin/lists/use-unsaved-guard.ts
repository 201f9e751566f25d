import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { adminToken } from '../../api/admin-session.ts'

/** Asks before unsaved changes are lost: by closing, by leaving the screen, by leaving the page. */
export function useUnsavedGuard(choices: { isDirty: boolean; onClose: () => void }) {
  const { isDirty, onClose } = choices
  const [isClosing, setIsClosing] = useState(false)
  /** With the session over the screen is left in any case. */
  const blocker = useBlocker(() => isDirty && adminToken() !== undefined)

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
      onClose()
      blocker.proceed?.()
    },
  }
}
