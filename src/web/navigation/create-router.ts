import {
  createBrowserRouter,
  createHashRouter,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
} from 'react-router'
import { inLanguage } from '#contract/language.ts'
import { language } from '#contract/translate.ts'
import { screenAddress, spelling } from './spelling.ts'

interface EntryState {
  idx?: number
  key?: string
  spelling?: string
}

/**
 * React Router's hash router, with an index and a key for the entries of the history that it did
 * not create, such as a typed address: without an index it cannot keep a page with unsaved changes,
 * and it gives all of them one key, so that two visits look like one.
 */
export function createRouter(
  routes: RouteObject[],
  patchRoutesOnNavigation: PatchRoutesOnNavigationFunction,
) {
  let last = entryState().idx ?? 0
  tidyAddress()
  nameEntry(last)
  // Browsers call the listeners of an event on the window in the order in which they were added:
  // this one comes before the router's.
  window.addEventListener('popstate', () => nameEntry(last + 1))
  const isPath = spelling() === 'path'
  const router = isPath
    ? createBrowserRouter(routes, {
        patchRoutesOnNavigation,
        basename: inLanguage(language(), '/'),
      })
    : createHashRouter(routes, { patchRoutesOnNavigation })
  if (isPath) {
    // A link to `#/...` in a description names a screen here, too.
    window.addEventListener('hashchange', () => {
      if (location.hash.startsWith('#/')) void router.navigate(screenAddress(), { replace: true })
    })
  }
  router.subscribe(() => {
    last = entryState().idx ?? last
    nameEntry(last)
  })
  return router
}

function entryState(): EntryState {
  return (history.state as EntryState | null) ?? {}
}

function nameEntry(nextIndex: number): void {
  const state = entryState()
  const { idx = nextIndex, key = Math.random().toString(36).slice(2, 10) } = state
  if (state.idx === idx && state.key === key && state.spelling === spelling()) return
  history.replaceState({ ...state, idx, key, spelling: spelling() }, '')
}

/**
 * Opened by a path with a fragment that names another screen, the address becomes that screen's.
 * `via`, `seller` and `openExternalBrowser` of a shared link are removed: no screen reads them.
 */
function tidyAddress(): void {
  const { pathname, search, hash } = location
  const hasOwnScreen = spelling() === 'path' && hash.startsWith('#/')
  const address = hasOwnScreen
    ? inLanguage(language(), hash.replace(/^#\/+/, '/'))
    : pathname + search + hash
  const tidy = address
    .replace(/(?<=[?&])(?:openExternalBrowser|via|seller)=[^&#]*&?/g, '')
    .replace(/[?&](?=#|$)/, '')
  if (tidy !== pathname + search + hash) history.replaceState(history.state, '', tidy)
}
