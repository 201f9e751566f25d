import { useEffect, useState, useSyncExternalStore } from 'react'

/** Whether the window is scrolled past this many pixels now. */
export function useScrolledPast(pixels: number): boolean {
  return useSyncExternalStore(subscribe, () => scrollY > pixels)
}

/**
 * Whether the window was ever scrolled past this many pixels. True at once with reduced motion,
 * when the page is printed, and when it is too short to be scrolled that far.
 */
export function useRevealed(pixels: number): boolean {
  const isPast = useScrolledPast(pixels)
  const isAtEnd = useSyncExternalStore(subscribe, isScrolledToEnd)
  const isPrinting = useSyncExternalStore(subscribeToPrint, () => matchMedia('print').matches)
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const isShown = isPast || isAtEnd || isPrinting || isCalm
  const [wasShown, setWasShown] = useState(isShown)
  useEffect(() => {
    if (isShown) setWasShown(true)
  }, [isShown])
  return isShown || wasShown
}

function isScrolledToEnd(): boolean {
  const { scrollHeight } = document.documentElement
  return scrollY > 0 && scrollY + innerHeight >= scrollHeight - 2
}

function subscribe(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true })
  addEventListener('resize', listener)
  return () => {
    removeEventListener('scroll', listener)
    removeEventListener('resize', listener)
  }
}

function subscribeToPrint(listener: () => void): () => void {
  const query = matchMedia('print')
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
