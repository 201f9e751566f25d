import { useEffect, useState, useSyncExternalStore } from 'react'

/** Whether the window is scrolled past this many pixels now. */
export function useScrolledPast(pixels: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => scrollY > pixels,
    () => false,
  )
}

/**
 * Whether the window was ever scrolled past this many pixels. True at once with reduced motion,
 * when the page is printed, when it is too short to be scrolled that far, and in a document, where
 * nothing would show it later.
 */
export function useRevealed(pixels: number): boolean {
  const isPast = useScrolledPast(pixels)
  const isAtEnd = useSyncExternalStore(subscribe, isScrolledToEnd, () => false)
  const isPrinting = useSyncExternalStore(subscribeToPrint, isPrinted, () => true)
  const isShown = isPast || isAtEnd || isPrinting || prefersStillness()
  const [wasShown, setWasShown] = useState(isShown)
  useEffect(() => {
    if (isShown) setWasShown(true)
  }, [isShown])
  return isShown || wasShown
}

function isPrinted(): boolean {
  return matchMedia('print').matches
}

function prefersStillness(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
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
