import { useEffect, useState, useSyncExternalStore } from 'react'

/** How long a slide stays, in milliseconds. */
const autoplayMs = 5000

interface Turning {
  scrollNext: () => void
}

/** The next slide after a while, each time anew. Gives the handlers that hold it still. */
export function useAutoplay(carousel: Turning | undefined, selected: number, isWanted: boolean) {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isHidden = useSyncExternalStore(subscribeToVisibility, () => document.hidden)
  const isCalm = useSyncExternalStore(subscribeToMotion, () => motionQuery().matches)
  const isTurning = isWanted && !isHovered && !isFocused && !isHidden && !isCalm

  // biome-ignore lint/correctness/useExhaustiveDependencies: each slide has its whole time
  useEffect(() => {
    if (!carousel || !isTurning) return
    const timer = setTimeout(() => carousel.scrollNext(), autoplayMs)
    return () => clearTimeout(timer)
  }, [carousel, isTurning, selected])

  return {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
}

function motionQuery(): MediaQueryList {
  return matchMedia('(prefers-reduced-motion: reduce)')
}

function subscribeToMotion(listener: () => void): () => void {
  const query = motionQuery()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
