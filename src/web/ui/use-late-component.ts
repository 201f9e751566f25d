import { type ComponentType, useEffect, useState } from 'react'

/** A component that is not in the first script: it loads after the first screen, else once the network is back. */
export function useLateComponent(load: () => Promise<ComponentType>): ComponentType | undefined {
  const [Late, setLate] = useState<ComponentType>()
  useEffect(() => {
    const start = () =>
      load().then(
        (Loaded) => setLate(() => Loaded),
        () => addEventListener('online', start, { once: true }),
      )
    void start()
    return () => removeEventListener('online', start)
  }, [load])
  return Late
}
