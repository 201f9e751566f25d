import { useEffect, useState, useSyncExternalStore } from 'react'

/** How long a slide stays, in milliseconds. */
const autoplayMs = 5000

interface Scrollable {
  scrollNext: () => void
}

/** Autoplay: shows the next slide after a while. Returns the handlers that pause it. */
export function useAutoplay(carousel: Scrollable | undefined, selected: number, isWanted: boolean) {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isHidden = useSyncExternalStore(
    subscribeToVisibility,
    () => document.hidden,
    () => false,
  )
  const prefersReducedMotion = useSyncExternalStore(
    subscribeToMotion,
    () => motionQuery().matches,
    () => false,
  )
  const isPlaying = isWanted && !isHovered && !isFocused && !isHidden && !prefersReducedMotion

  // biome-ignore lint/correctness/useExhaustiveDependencies: each slide has its whole time
  useEffect(() => {
    if (!carousel || !isPlaying) return
    const timer = setTimeout(() => carousel.scrollNext(), autoplayMs)
    return () => clearTimeout(timer)
  }, [carousel, isPlaying, selected])

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
