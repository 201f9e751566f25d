import { type ComponentType, useState } from 'react'
import { showToast } from './toast-store.ts'

/** A dialog whose code is loaded once it is asked for; without it a toast says `failure`. */
export function useLazyDialog<P>(load: () => Promise<ComponentType<P>>, failure: string) {
  const [Dialog, setDialog] = useState<ComponentType<P>>()
  const [isOpen, setOpen] = useState(false)

  async function open(): Promise<void> {
    try {
      const loaded = await load()
      setDialog(() => loaded)
      setOpen(true)
    } catch {
      showToast({ tone: 'failure', text: failure })
    }
  }
  return { Dialog, isOpen, open, close: () => setOpen(false) }
}
