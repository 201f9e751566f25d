import { useState } from 'react'
import { readStoredText, storeText } from '../../shared/stored-text.ts'

/** On this device alone, until the list is closed. */
const storageKey = 'picking.ticks'

/** The ticks of the picking list of these orders; those of another list are none of it. */
function readTicks(list: string): string[] {
  try {
    const stored: unknown = JSON.parse(readStoredText(storageKey) ?? '{}')
    const { list: storedList, ticked } = stored as { list?: unknown; ticked?: unknown }
    if (storedList !== list || !Array.isArray(ticked)) return []
    return ticked.filter((id) => typeof id === 'string')
  } catch {
    return []
  }
}

export function clearTicks(): void {
  storeText(storageKey, null)
}

/** The ids of what is picked already for these orders, a variant or a product without options. */
export function useTicks(orderIds: readonly string[]): {
  ticked: string[]
  tick(variantId: string): void
} {
  const list = orderIds.toSorted().join(' ')
  const [ticked, setTicked] = useState(() => readTicks(list))
  return {
    ticked,
    tick(variantId) {
      const isTicked = ticked.includes(variantId)
      const next = isTicked ? ticked.filter((id) => id !== variantId) : [...ticked, variantId]
      storeText(storageKey, JSON.stringify({ list, ticked: next }))
      setTicked(next)
    },
  }
}
