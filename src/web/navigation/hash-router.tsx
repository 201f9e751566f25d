import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
  useTransition,
} from 'react'
import { Router } from 'react-router'
import type { HashHistory, Navigation } from './hash-history.ts'
import { useScrollRestoration } from './scroll-restoration.ts'

const HistoryContext = createContext<HashHistory | null>(null)
const PendingContext = createContext(false)

/**
 * The router of the shop. The full data router of react-router would be a quarter of the first
 * script, for loaders and actions that the query cache makes needless here.
 */
export function HashRouter({ history, children }: { history: HashHistory; children: ReactNode }) {
  const [navigation, setNavigation] = useState(history.current)
  // In a transition the screen before stays until the code of the next one is there.
  const [isPending, startTransition] = useTransition()
  useLayoutEffect(() => {
    const follow = (next: Navigation) => startTransition(() => setNavigation(next))
    // A link may have been followed while the first drawing waited for its code.
    follow(history.current())
    return history.listen(follow)
  }, [history])
  useScrollRestoration(navigation)
  return (
    <HistoryContext value={history}>
      <PendingContext value={isPending}>
        <Router location={navigation.location} navigationType={navigation.kind} navigator={history}>
          {children}
        </Router>
      </PendingContext>
    </HistoryContext>
  )
}

/** Whether the next screen is on its way. */
export function useIsNavigating(): boolean {
  return useContext(PendingContext)
}

interface Blocker {
  isBlocked: boolean
  /** Goes where the shopper wanted to. */
  proceed: () => void
  /** Stays. */
  reset: () => void
}

/** Holds the location while `shouldBlock` says so, until the answer. */
export function useBlocker(shouldBlock: () => boolean): Blocker {
  const history = useContext(HistoryContext)
  const [retry, setRetry] = useState<(() => void) | null>(null)
  useEffect(() => {
    if (retry) return
    return history?.guard((attempt) => {
      if (!shouldBlock()) return false
      setRetry(() => attempt)
      return true
    })
  })
  return {
    isBlocked: retry !== null,
    proceed: () => {
      // While an attempt is held no guard stands in the way of it.
      retry?.()
      setRetry(null)
    },
    reset: () => setRetry(null),
  }
}
