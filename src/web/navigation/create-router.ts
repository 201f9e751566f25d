import { createBrowserRouter, createHashRouter, type RouteObject } from 'react-router'
import { screenAddress, spelling } from './spelling.ts'

interface EntryState {
  idx?: number
  key?: string
  spelling?: string
}

/** What a link of a message carries for the browser that opens it; no screen reads them. */
const carried = ['openExternalBrowser', 'via']

/**
 * React Router's hash router, with an index and a key for the entries of the history that it did
 * not create, such as a typed address: without an index it cannot keep a page with unsaved changes,
 * and it gives all of them one key, so that two visits look like one.
 */
export function createRouter(routes: RouteObject[]) {
  let last = entryState().idx ?? 0
  tidyAddress()
  nameEntry(last)
  // Browsers call the listeners of an event on the window in the order in which they were added:
  // this one comes before the router's.
  window.addEventListener('popstate', () => nameEntry(last + 1))
  const isPath = spelling() === 'path'
  const router = isPath ? createBrowserRouter(routes) : createHashRouter(routes)
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

/** Opened by a path with a fragment that names another screen, the address becomes that screen's. */
function tidyAddress(): void {
  const url = new URL(location.href)
  if (spelling() === 'path' && url.hash.startsWith('#/')) {
    const named = new URL(url.hash.slice(1), location.origin)
    url.pathname = named.pathname
    url.search = named.search
    url.hash = ''
  }
  for (const name of carried) url.searchParams.delete(name)
  if (url.href !== location.href) history.replaceState(history.state, '', url)
}
