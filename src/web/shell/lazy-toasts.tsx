import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { createChunkLoader } from '../ui/load-chunk.ts'
import { closeToastsOfScreen } from '../ui/toast-store.ts'

const loadToasts = createChunkLoader(() => import('../ui/toast.tsx'))

/** The toasts are not in the first script: they load after the first screen. */
export function LazyToasts() {
  const [Region, setRegion] = useState<ComponentType>()
  useEffect(() => {
    const load = () =>
      loadToasts().then(
        ({ ToastRegion }) => setRegion(() => ToastRegion),
        () => addEventListener('online', load, { once: true }),
      )
    void load()
    return () => removeEventListener('online', load)
  }, [])
  useCloseToastsOnNavigation()
  return Region && <Region />
}

function useCloseToastsOnNavigation(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    // The cleanup runs when the path changes, before the next screen can show one of its own.
    void pathname
    return () => closeToastsOfScreen()
  }, [pathname])
}
