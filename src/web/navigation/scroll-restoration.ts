import { useEffect, useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

const storageKey = 'scrollPositions'
/** How long a screen may load before its scroll position is given up, in milliseconds. */
const timeoutMs = 3000

/** The state of a navigation that changes the address of what is shown, and scrolls nothing. */
export const sameView = { isSameView: true }

let positions: Record<string, number> | undefined
let isFirstScreen = true

/**
 * A new screen starts at its top; back, forward and reload find a screen where it was left. The
 * router's own restoration scrolls once, before content that is still loading has its height.
 */
export function useScrollRestoration(): void {
  const kind = useNavigationType()
  const { key, state } = useLocation()
  const isSameView = state?.isSameView === true && kind === NavigationType.Replace

  useEffect(() => {
    history.scrollRestoration = 'manual'
    addEventListener('pagehide', savePositions)
    return () => removeEventListener('pagehide', savePositions)
  }, [])

  useLayoutEffect(() => {
    if (isSameView) knownPositions()[key] = scrollY
    const top = kind === NavigationType.Pop ? (knownPositions()[key] ?? 0) : 0
    // A document that was just opened is at its top: to scroll would only force its layout.
    const isThere = isSameView || (isFirstScreen && top === 0)
    isFirstScreen = false
    const stopWaiting = isThere ? () => undefined : scrollWhenPossible(top)
    const remember = () => {
      knownPositions()[key] = scrollY
    }
    addEventListener('scroll', remember, { passive: true })
    return () => {
      stopWaiting()
      removeEventListener('scroll', remember)
    }
  }, [kind, key, isSameView])
}

function knownPositions(): Record<string, number> {
  positions ??= readPositions()
  return positions
}

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>
  } catch {
    // Storage may be forbidden; then they last as long as the document.
    return {}
  }
}

function savePositions(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(knownPositions()))
  } catch {
    // A full or forbidden storage: a reload starts at the top.
  }
}

/** At once, and again as the screen grows, until the shopper moves by hand. */
function scrollWhenPossible(top: number): () => void {
  scrollTo({ top, behavior: 'instant' })
  if (Math.abs(scrollY - top) < 1 || typeof ResizeObserver === 'undefined') return () => undefined
  const observer = new ResizeObserver(() => {
    scrollTo({ top, behavior: 'instant' })
    if (Math.abs(scrollY - top) < 1) stop()
  })
  const timer = setTimeout(stop, timeoutMs)
  const byHand = ['wheel', 'touchmove', 'keydown'] as const
  function stop() {
    clearTimeout(timer)
    observer.disconnect()
    for (const event of byHand) removeEventListener(event, stop)
  }
  observer.observe(document.body)
  for (const event of byHand) addEventListener(event, stop, { passive: true })
  return stop
}
