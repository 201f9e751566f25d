import { useSyncExternalStore } from 'react'

export type WindowClass = 'mobile' | 'tablet' | 'desktop'

const mobileMax = 576
const tabletMax = 768

export function windowClass(width: number): WindowClass {
  if (width > tabletMax) return 'desktop'
  return width > mobileMax ? 'tablet' : 'mobile'
}

export function useWindowClass(): WindowClass {
  return useSyncExternalStore(
    subscribe,
    () => windowClass(innerWidth),
    () => 'desktop',
  )
}

function subscribe(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}
