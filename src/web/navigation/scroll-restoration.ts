import { useEffect, useLayoutEffect } from 'react'
import { NavigationType } from 'react-router'
import type { Navigation } from './hash-history.ts'

const storageKey = 'scrollPositions'
/** How long a screen that is still loading is waited for, in milliseconds. */
const patienceMs = 3000

let positions: Record<string, number> | undefined
let isFirstScreen = true

/** A new screen starts at its top; one that was left is found as it was left, after a reload too. */
export function useScrollRestoration({ kind, location: { key } }: Navigation): void {
  useEffect(() => {
    history.scrollRestoration = 'manual'
    const save = () => sessionStorage.setItem(storageKey, JSON.stringify(known()))
    addEventListener('pagehide', save)
    return () => removeEventListener('pagehide', save)
  }, [])

  useLayoutEffect(() => {
    const wanted = kind === NavigationType.Pop ? (known()[key] ?? 0) : 0
    // A document that was just opened is at its top: to go there would only force its layout.
    const isThere = isFirstScreen && wanted === 0
    isFirstScreen = false
    const stopWaiting = isThere ? () => undefined : scrollWhenPossible(wanted)
    const remember = () => {
      known()[key] = scrollY
    }
    addEventListener('scroll', remember, { passive: true })
    return () => {
      stopWaiting()
      removeEventListener('scroll', remember)
    }
  }, [kind, key])
}

function known(): Record<string, number> {
  positions ??= JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>
  return positions
}

/** At once, and again as the screen grows, until the shopper moves by hand. */
function scrollWhenPossible(top: number): () => void {
  scrollTo({ top, behavior: 'instant' })
  if (Math.abs(scrollY - top) < 1 || typeof ResizeObserver === 'undefined') return () => undefined
  const observer = new ResizeObserver(() => {
    scrollTo({ top, behavior: 'instant' })
    if (Math.abs(scrollY - top) < 1) stop()
  })
  const timer = setTimeout(stop, patienceMs)
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
