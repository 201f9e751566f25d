import { useState } from 'react'

export interface MobileDrawer {
  isOpen: boolean
  toggle: () => void
  close: () => void
  onClosed: () => void
}

/** The slide-out drawer; while it slides out of sight, pressing the menu button does nothing. */
export function useMobileDrawer(): MobileDrawer {
  const [state, setState] = useState<'closed' | 'open' | 'closing'>('closed')
  return {
    isOpen: state === 'open',
    toggle: () =>
      setState((now) => (now === 'closing' ? now : now === 'open' ? 'closing' : 'open')),
    close: () => setState((now) => (now === 'open' ? 'closing' : now)),
    onClosed: () => setState('closed'),
  }
}
