import { memberSession } from '../api/member-session.ts'
import { queryClient } from '../api/queries.ts'
import { isBackOfficePath } from '../paths.ts'
import { hasTypedText } from '../shell/reload-once.ts'
import { registerWorker, takesWorker } from './registration.ts'
import { stopPush } from './this-browser.ts'

/** How long a page that comes back to the front does not ask for a new build, in milliseconds. */
const checkEveryMs = 30 * 60_000
/** How often a copy asks whether the shop answers again, in milliseconds. */
const retryEveryMs = 20_000
/** A younger page is not left behind the back: nodes of two releases would take turns with it. */
const youngMs = 60_000

interface Router {
  state: { location: Place }
  subscribe(listener: (state: { location: Place }) => void): () => void
}

interface Place {
  key: string
  pathname: string
}

interface Told {
  build?: string
  isNew?: boolean
}

/**
 * After the first screen: keeps the files of this page for when there is no network, and leaves a
 * page of an earlier build, or a copy that was shown without network. It is left where nobody looks
 * or, as a copy, when the shop answers again; otherwise with the next navigation. Typed text is never
 * lost to it.
 */
export async function startWorker(router: Router): Promise<void> {
  if (!takesWorker()) return
  const isCopy = document.documentElement.hasAttribute('data-copy')
  const page = followBuild(router)
  const registration = await registerWorker().catch(() => undefined)
  if (!registration) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage(page.files())
  followNetwork(registration, isCopy ? page.leave : undefined)
  const { isLoggedIn, isRestoring } = memberSession()
  // Somebody has emptied the storage: whose messages would come here?
  if (!isLoggedIn && !isRestoring) await stopPush().catch(() => undefined)
}

interface FollowedPage {
  /** The files that the page has loaded, some before the worker was there, and its build. */
  files(): object
  leave(): void
}

/** Hears of workers, and leaves this page once it is of an earlier build than theirs. */
function followBuild(router: Router): FollowedPage {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // Back shows a stored document; any other is as new as its worker, or newer.
  let isRestored = entry?.type === 'back_forward'
  let isOld = false
  let hasInput = false
  addEventListener('input', () => {
    hasInput = true
  })
  const files = () => ({ build: own, keep: ownFiles() })
  const leave = () => {
    // A field of React has its typed text as its default, too, and looks untouched.
    if (!hasInput && !hasTypedText() && queryClient.isMutating() === 0) location.reload()
  }

  navigator.serviceWorker.addEventListener('message', ({ data, source }) => {
    const { build, isNew } = data as Told
    if (build === undefined) return
    if (build === own) {
      isOld = false
      // The files of this page were kept by the worker of before, and went with it.
      if (isNew) source?.postMessage(files())
      return
    }
    if (isNew || isRestored) isOld = true
    const isSeen = !document.hidden || performance.now() < youngMs
    if (isNew && !isSeen && !isBackOfficePath(shown.pathname)) leave()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    isRestored = true
    navigator.serviceWorker.controller?.postMessage(files())
  })

  let shown = router.state.location
  router.subscribe(({ location }) => {
    if (location.key === shown.key) return
    if (location.pathname !== shown.pathname) hasInput = false
    shown = location
    if (isOld) leave()
  })
  return { files, leave }
}

function ownFiles(): { assets: string[]; page: string } {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const assets = loaded.filter(({ origin }) => origin === location.origin)
  return {
    assets: [...new Set(assets.map(({ pathname }) => pathname))],
    page: location.pathname + location.search,
  }
}

/** An application of the home screen stays open for days; `leaveCopy` is of a page without network. */
function followNetwork(
  registration: ServiceWorkerRegistration,
  leaveCopy: (() => void) | undefined,
): void {
  let checkedAt = Date.now()
  const check = () => {
    checkedAt = Date.now()
    // It rejects while the shop does not answer.
    const changed = registration.update().then(() => untilChanged(registration))
    changed.then(leaveCopy, () => undefined)
  }
  addEventListener('online', check)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && Date.now() - checkedAt > checkEveryMs) check()
  })
  // The network may be there, and only the shop away for a moment: nothing tells of that.
  if (leaveCopy) setInterval(() => document.hidden || check(), retryEveryMs)
}

/** A page that is loaded between two workers may wait long for the one that ends. */
async function untilChanged({ installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const next = installing ?? waiting
  while (next && next.state !== 'activated' && next.state !== 'redundant') {
    await new Promise((resolve) => next.addEventListener('statechange', resolve, { once: true }))
  }
}
