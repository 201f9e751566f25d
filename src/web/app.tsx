import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { documentData } from './api/document-data.ts'
import { takePrefetchedReplies } from './api/prefetch.ts'
import { queryClient } from './api/queries.ts'
import { shopSettings, shopSite } from './api/shop-config.ts'
import { noteSellerLink } from './campaigns/sellers/seller-link.ts'
import { noteServerTime } from './campaigns/server-clock.ts'
import { setControlsInert } from './early-controls.ts'
import { restoreMemberSession } from './members/session.ts'
import { createRouter } from './navigation/create-router.ts'
import { isBackOfficePath } from './paths.ts'
import { patchRoutes, routes } from './routes.tsx'
import { noteEarlySearch } from './search/early-search.ts'
import { noteShareVia } from './shared/share-via.ts'
import { setSite } from './ui/page-head.ts'

/** How long the first page does not ask again for what it is drawn from, in milliseconds. */
const freshMs = 2000
/** How long it waits for what was asked for before its code had loaded, in milliseconds. */
const waitMs = 200

type Router = ReturnType<typeof createRouter>

/** A tab that is restored, and Back, take the stored document without asking whether it is current. */
function isFromCache(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // Nothing is transferred to a page by its worker either, which asks the network and marks its copies.
  const isStored = entry?.transferSize === 0 && entry.workerStart === 0
  const isCopy = document.documentElement.hasAttribute('data-copy')
  return entry?.type === 'back_forward' || isStored || isCopy
}

/** Replaces the first paint, once the first page can be rendered whole. */
export async function mountApp(): Promise<void> {
  setSite(shopSite())
  restoreMemberSession()
  const drawn = documentData()
  const { serverNow } = drawn ?? {}
  if (serverNow !== undefined) noteServerTime(serverNow)
  // Before the router takes them out of the address.
  noteShareVia(location.href)
  noteSellerLink(location.href)
  const router = createRouter(routes, patchRoutes)
  // The back office has no first paint to show until its code has loaded.
  if (!isBackOfficePath(router.state.location.pathname)) await whenInitialized(router)
  // Prefetched replies are shown at once, without a loading state; late ones are not awaited.
  const replies = drawn?.replies ?? (await takePrefetchedReplies(waitMs))
  for (const { key, reply } of replies) {
    const { server_now: repliedAt } = reply as { server_now?: number }
    if (repliedAt !== undefined && !drawn) noteServerTime(repliedAt)
    // Replies of a cached document, or with a server time, are shown, then refetched.
    const isOld = drawn && (repliedAt !== undefined || isFromCache())
    queryClient.setQueryData(key, reply, { updatedAt: isOld ? 0 : Date.now() + freshMs })
  }
  onFirstNavigation(router, () => {
    for (const { key } of replies)
      queryClient.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' })
  })
  const root = document.getElementById('root')
  if (!root) return
  noteEarlySearch(root)
  const app = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} onError={reportError} />
      </QueryClientProvider>
    </StrictMode>
  )
  const options = { onCaughtError: reportError, onUncaughtError: reportError }
  // The markup of a countdown is out of date by now, so its screen is rendered from scratch.
  const isTakenOver = drawn !== null && serverNow === undefined
  // A transition is rendered in time slices, between which the browser handles events.
  startTransition(() => {
    if (!isTakenOver) {
      createRoot(root, options).render(app)
      return
    }
    // From here on React handles a press, also before it has come to the pressed button.
    setControlsInert(root, false)
    hydrateRoot(root, app, options)
  })
  if (shopSettings.on_phones && !isBackOfficePath(router.state.location.pathname)) {
    afterLoad(() => {
      const loading = import('./phone/start-worker.ts')
      void loading.then(({ startWorker }) => startWorker(router)).catch(() => undefined)
    })
  }
}

/** The worker has no part in the first screen, so its files must not compete with it. */
function afterLoad(run: () => void): void {
  if (document.readyState === 'complete') run()
  else addEventListener('load', run, { once: true })
}

/** Runs once: from the first navigation on, prefetched replies are stale. */
function onFirstNavigation(router: Router, run: () => void): void {
  const first = router.state.location.key
  const unsubscribe = router.subscribe(({ location }) => {
    if (location.key === first) return
    unsubscribe()
    run()
  })
}

function whenInitialized(router: Router): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return
      unsubscribe()
      resolve()
    })
  })
}
