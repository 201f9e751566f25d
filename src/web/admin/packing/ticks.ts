import { useState } from 'react'
import { readStoredText, storeText } from '../../shared/stored-text.ts'

/** On this device alone, until the list is closed. */
const storageKey = 'picking.ticks'

function readTicks(): string[] {
  try {
    const stored: unknown = JSON.parse(readStoredText(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function clearTicks(): void {
  storeText(storageKey, null)
}

/** The products that are picked already. */
export function useTicks(): { ticked: string[]; tick(productId: string): void } {
  const [ticked, setTicked] = useState(readTicks)
  return {
    ticked,
    tick(productId) {
      const isTicked = ticked.includes(productId)
      const next = isTicked ? ticked.filter((id) => id !== productId) : [...ticked, productId]
      storeText(storageKey, JSON.stringify(next))
      setTicked(next)
    },
  }
}
