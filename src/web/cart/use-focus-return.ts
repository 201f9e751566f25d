import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * A control that is disabled while its request runs loses the focus; it gets it back when it can
 * be used again, unless the person has gone on elsewhere.
 */
export function useFocusReturn<T extends HTMLElement>(isBusy: boolean): RefObject<T | null> {
  const container = useRef<T>(null)
  const focused = useRef<HTMLElement | null>(null)

  useLayoutEffect(() => {
    const active = document.activeElement
    if (isBusy) {
      const isInside = container.current?.contains(active)
      focused.current = isInside && active instanceof HTMLElement ? active : null
    } else {
      if (active === document.body) focused.current?.focus()
      focused.current = null
    }
  }, [isBusy])
  return container
}
