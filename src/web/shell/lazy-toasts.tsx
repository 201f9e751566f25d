import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { createChunkLoader } from '../ui/load-chunk.ts'
import { closeToastsOfScreen } from '../ui/toast-store.ts'
import { useLateComponent } from '../ui/use-late-component.ts'

const loadChunk = createChunkLoader(() => import('../ui/toast.tsx'))
const loadRegion = () => loadChunk().then(({ ToastRegion }) => ToastRegion)

export function LazyToasts() {
  const Region = useLateComponent(loadRegion)
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
