import { useState } from 'react'

/** On this device alone, until the list is closed. */
const storageKey = 'picking.ticks'

function readTicks(): string[] {
  const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
}

export function clearTicks(): void {
  localStorage.removeItem(storageKey)
}

/** The products that are picked already. */
export function useTicks(): { ticked: string[]; tick(productId: string): void } {
  const [ticked, setTicked] = useState(readTicks)
  return {
    ticked,
    tick(productId) {
      const isTicked = ticked.includes(productId)
      const next = isTicked ? ticked.filter((id) => id !== productId) : [...ticked, productId]
      localStorage.setItem(storageKey, JSON.stringify(next))
      setTicked(next)
    },
  }
}
