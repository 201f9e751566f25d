import { memberSession } from '../api/member-session.ts'
import { hasTypedText } from '../shell/reload-once.ts'
import { registerWorker, takesWorker } from './registration.ts'
import { stopPush } from './this-browser.ts'

/** How long a page that comes back to the front does not ask for a new build, in milliseconds. */
const checkEveryMs = 30 * 60_000

interface Router {
  state: { location: { key: string } }
  subscribe(listener: (state: { location: { key: string } }) => void): () => void
}

interface Told {
  build?: string
  isNew?: boolean
}

/**
 * After the first screen: keeps the files of this page for when there is no network, and leaves a
 * page of an earlier build. It is left at once where nobody looks or where it is a copy that was shown
 * without network; otherwise with the next navigation. Typed text is never lost to it.
 */
export async function startWorker(router: Router): Promise<void> {
  if (!takesWorker()) return
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const { documentElement } = document
  const isCopy = documentElement.hasAttribute('data-copy')
  let isOld = false
  navigator.serviceWorker.addEventListener('message', (event) => {
    const { build, isNew } = event.data as Told
    if (build === undefined || build === own) return
    isOld = true
    if (isNew && (isCopy || document.hidden)) leave()
  })
  const leave = () => {
    if (!hasTypedText()) location.reload()
  }
  let shown = router.state.location.key
  router.subscribe(({ location: { key } }) => {
    if (key === shown) return
    shown = key
    if (isOld) leave()
  })

  const wasControlled = navigator.serviceWorker.controller !== null
  const registration = await registerWorker().catch(() => undefined)
  if (!registration) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage(wasControlled ? {} : { keep: ownFiles() })
  followNetwork(registration)
  const { isLoggedIn, isRestoring } = memberSession()
  // Somebody has emptied the storage: whose messages would come here?
  if (!isLoggedIn && !isRestoring) await stopPush().catch(() => undefined)
}

/** The files that this page has loaded before the worker was there. */
function ownFiles(): { assets: string[]; page: string } {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const assets = loaded.filter(({ origin }) => origin === location.origin)
  return {
    assets: [...new Set(assets.map(({ pathname }) => pathname))],
    page: location.pathname + location.search,
  }
}

/** An application of the home screen stays open for days. */
function followNetwork(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now()
  const check = () => {
    checkedAt = Date.now()
    registration.update().catch(() => undefined)
  }
  addEventListener('online', check)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && Date.now() - checkedAt > checkEveryMs) check()
  })
}
