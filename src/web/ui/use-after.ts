import { useEffect, useEffectEvent } from 'react'

/** Does `action` once, `ms` after `isDue` has become true, unless the screen is left before. */
export function useAfter(ms: number, isDue: boolean, action: () => void): void {
  const onTime = useEffectEvent(action)
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(() => onTime(), ms)
    return () => clearTimeout(timer)
  }, [ms, isDue])
}
