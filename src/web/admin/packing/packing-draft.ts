import { type Carrier, carriers } from '#contract/order-states.ts'
import type { TrackingNumbers } from './tracking-numbers.ts'

/** In this tab alone: a print or an order is opened in between, in this tab too. */
const storageKey = 'packing.draft'

interface PackingDraft {
  /** The ids of the selected orders. */
  chosen: string[]
  numbers: TrackingNumbers
  carrier: Carrier
}

const usualCarrier: Carrier = 'tcat'

export function loadPackingDraft(): PackingDraft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    const { chosen, numbers, carrier } = stored as Partial<Record<keyof PackingDraft, unknown>>
    return {
      chosen: Array.isArray(chosen) ? chosen.filter((id) => typeof id === 'string') : [],
      numbers: Object.fromEntries(
        Object.entries(numbers ?? {}).filter(([, number]) => typeof number === 'string'),
      ),
      carrier: carriers.find((known) => known === carrier) ?? usualCarrier,
    }
  } catch {
    return { chosen: [], numbers: {}, carrier: usualCarrier }
  }
}

/** Stores what belongs to these orders: those that are shipped are no longer among them. */
export function savePackingDraft(draft: PackingDraft, ids: readonly string[]): void {
  const waiting = new Set(ids)
  const chosen = draft.chosen.filter((id) => waiting.has(id))
  const numbers = Object.entries(draft.numbers).filter(([id, text]) => text && waiting.has(id))
  const { carrier } = draft
  const isEmpty = chosen.length === 0 && numbers.length === 0 && carrier === usualCarrier
  try {
    if (isEmpty) sessionStorage.removeItem(storageKey)
    else {
      const stored: PackingDraft = { chosen, numbers: Object.fromEntries(numbers), carrier }
      sessionStorage.setItem(storageKey, JSON.stringify(stored))
    }
  } catch {
    // A full or forbidden storage: the page itself still holds it.
  }
}
