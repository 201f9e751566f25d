import type { createHashRouter } from 'react-router'

/**
 * The router can block leaving for an entry of the history only if the entry has an index in its
 * state. An entry made by typing another hash has none, so it gets the next one before the router
 * reads it.
 */
export function numberTypedEntries(router: ReturnType<typeof createHashRouter>): void {
  let last = entryIndex() ?? 0
  router.subscribe(() => {
    last = entryIndex() ?? last
  })
  const options = { capture: true }
  window.addEventListener(
    'popstate',
    () => {
      if (entryIndex() === undefined) history.replaceState({ ...history.state, idx: last + 1 }, '')
    },
    options,
  )
}

function entryIndex(): number | undefined {
  return (history.state as { idx?: number } | null)?.idx
}
