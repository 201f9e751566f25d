import { createHashRouter, type RouteObject } from 'react-router'

interface EntryState {
  idx?: number
  key?: string
}

/**
 * React Router's hash router, with an index and a key for the entries of the history that it did
 * not create, such as a typed address: without an index it cannot keep a page with unsaved changes,
 * and it gives all of them one key, so that two visits look like one.
 */
export function createRouter(routes: RouteObject[]) {
  let last = entryState().idx ?? 0
  nameEntry(last)
  // Browsers call the listeners of an event on the window in the order in which they were added:
  // this one comes before the router's.
  window.addEventListener('popstate', () => nameEntry(last + 1))
  const router = createHashRouter(routes)
  router.subscribe(() => {
    last = entryState().idx ?? last
  })
  return router
}

function entryState(): EntryState {
  return (history.state as EntryState | null) ?? {}
}

function nameEntry(nextIndex: number): void {
  const { idx = nextIndex, key = Math.random().toString(36).slice(2, 10) } = entryState()
  history.replaceState({ ...entryState(), idx, key }, '')
}
