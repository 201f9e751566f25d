import { createContext, useContext, useEffect, useState } from 'react'
import { useBlocker } from 'react-router'

/** State of a navigation that leaves the back office, or its account, after it has asked. */
export const leavesUnasked = { leavesUnasked: true }

/** Set while a dialog is left on purpose, because it has saved or its changes are discarded. */
export const LeavingContext = createContext<{ current: boolean }>({ current: false })

/** Asks before unsaved changes are lost: by closing, by leaving the screen, by leaving the page. */
export function useUnsavedGuard(options: { isDirty: boolean; onClose: () => void }) {
  const { isDirty, onClose } = options
  const leaving = useContext(LeavingContext)
  const [isClosing, setIsClosing] = useState(false)
  /** A change of the query leaves no form. */
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      isDirty &&
      !leaving.current &&
      nextLocation.state?.leavesUnasked !== true,
  )

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
      // The router asks no second time about what goes on; the guard is there for what comes next.
      if (blocker.state === 'blocked') return blocker.proceed()
      leaving.current = true
      onClose()
    },
  }
}
