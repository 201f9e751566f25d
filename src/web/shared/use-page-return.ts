import { useEffect, useEffectEvent } from 'react'

/** After Back from another site the browser may show the page as it was left, its state included. */
export function usePageReturn(onReturn: () => void): void {
  const onShow = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) onReturn()
  })
  useEffect(() => {
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
}
