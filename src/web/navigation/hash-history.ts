import {
  createPath,
  type Location,
  NavigationType,
  type Navigator,
  parsePath,
  type To,
} from 'react-router'

export interface Navigation {
  kind: NavigationType
  location: Location
}

/** Asked before a location is left; true holds it back. `retry` leaves once nobody holds any more. */
export type NavigationGuard = (retry: () => void) => boolean

export interface HashHistory extends Navigator {
  current: () => Navigation
  listen: (listener: (navigation: Navigation) => void) => () => void
  guard: (guard: NavigationGuard) => () => void
}

/** What an entry of the browser's history carries. */
interface EntryState {
  index: number
  key: string
  userState: unknown
}

/** The browser's history, with the location in the hash. */
export function createHashHistory(): HashHistory {
  const listeners = new Set<(navigation: Navigation) => void>()
  const guards = new Set<NavigationGuard>()
  let isGoingBackToGuarded = false
  let { index } = entryState() ?? stamp(0)
  let navigation: Navigation = { kind: NavigationType.Pop, location: readLocation() }

  function tell(kind: NavigationType): void {
    navigation = { kind, location: readLocation() }
    for (const listener of listeners) listener(navigation)
  }

  function isHeld(retry: () => void): boolean {
    return [...guards].some((guard) => guard(retry))
  }

  addEventListener('popstate', () => {
    if (isGoingBackToGuarded) {
      isGoingBackToGuarded = false
      return
    }
    // An entry without a state is new: a typed address, or a link that is not the router's.
    const known = entryState()
    const next = known ?? stamp(index + 1)
    const delta = next.index - index
    if (delta !== 0 && isHeld(() => history.go(delta))) {
      isGoingBackToGuarded = true
      history.go(-delta)
      return
    }
    index = next.index
    tell(known ? NavigationType.Pop : NavigationType.Push)
  })

  function push(to: To, userState?: unknown): void {
    if (isHeld(() => push(to, userState))) return
    index += 1
    history.pushState({ index, key: freshKey(), userState }, '', hrefOf(to))
    tell(NavigationType.Push)
  }

  function replace(to: To, userState?: unknown): void {
    if (isHeld(() => replace(to, userState))) return
    history.replaceState({ index, key: freshKey(), userState }, '', hrefOf(to))
    tell(NavigationType.Replace)
  }

  return {
    push,
    replace,
    go: (delta) => history.go(delta),
    createHref: hrefOf,
    current: () => navigation,
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    guard: (guard) => {
      guards.add(guard)
      return () => guards.delete(guard)
    },
  }
}

export function hrefOf(to: To): string {
  return `#${typeof to === 'string' ? to : createPath(to)}`
}

function readLocation(): Location {
  const { pathname = '/', search = '', hash = '' } = parsePath(location.hash.slice(1))
  const state = entryState()
  return {
    pathname: pathname.startsWith('/') ? pathname : `/${pathname}`,
    search,
    hash,
    state: state?.userState ?? null,
    key: state?.key ?? 'first',
  }
}

function entryState(): EntryState | undefined {
  const state = history.state as Partial<EntryState> | null
  return typeof state?.index === 'number' ? (state as EntryState) : undefined
}

function stamp(index: number): EntryState {
  const state: EntryState = { index, key: freshKey(), userState: null }
  history.replaceState(state, '')
  return state
}

function freshKey(): string {
  return Math.random().toString(36).slice(2, 10)
}
