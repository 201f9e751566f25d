import { type ClipboardEvent, type KeyboardEvent, useCallback, useReducer } from 'react'
import { isTrackingNumber, pasteNumbers, type TrackingNumbers } from './tracking-numbers.ts'

interface Numbers {
  typed: TrackingNumbers
  /** Typed to their end: the server is asked for these. */
  finished: TrackingNumbers
}
type Change =
  | { type: 'typed'; id: string; number: string }
  | { type: 'pasted'; id: string; text: string; ids: readonly string[] }
  | { type: 'finished' }

function apply({ typed, finished }: Numbers, change: Change): Numbers {
  if (change.type === 'typed') {
    return { typed: { ...typed, [change.id]: change.number }, finished }
  }
  if (change.type === 'finished') return { typed, finished: typed }
  const filled = pasteNumbers(typed, { text: change.text, from: change.id, ids: change.ids })
  return { typed: filled, finished: filled }
}

/**
 * The tracking numbers down a list of orders, `initial` of them at first; `listProps` belong to the
 * list around the fields. `onFilled` takes the orders that a paste has filled.
 */
export function useTrackingNumbers(
  ids: readonly string[],
  initial: TrackingNumbers,
  onFilled: (ids: string[]) => void,
) {
  const [{ typed, finished }, change] = useReducer(apply, { typed: initial, finished: initial })
  const type = useCallback(
    (id: string, number: string) => change({ type: 'typed', id, number }),
    [],
  )
  const given = Object.values(finished).map((number) => number.trim())
  return {
    typed,
    finished: [...new Set(given.filter((number) => number && isTrackingNumber(number)))],
    type,
    listProps: {
      onBlur: () => change({ type: 'finished' }),
      onKeyDown: focusNext,
      /** Several lines go into the fields below; a single one is typed as ever. */
      onPaste(event: ClipboardEvent<HTMLElement>) {
        const text = event.clipboardData.getData('text')
        const id = orderOf(event.target)
        if (id === undefined || !/[\r\n]/.test(text.trimEnd())) return
        event.preventDefault()
        change({ type: 'pasted', id, text, ids })
        const filled = pasteNumbers({}, { text, from: id, ids })
        onFilled(ids.filter((order) => filled[order]))
      },
    },
  }
}

function orderOf(target: EventTarget): string | undefined {
  return target instanceof HTMLInputElement ? target.dataset.tracking : undefined
}

/** Enter goes down the list. */
function focusNext({ key, target, nativeEvent }: KeyboardEvent<HTMLElement>): void {
  if (key !== 'Enter' || nativeEvent.isComposing || orderOf(target) === undefined) return
  const fields = [...document.querySelectorAll('input')].filter(
    ({ dataset }) => dataset.tracking !== undefined,
  )
  fields[fields.findIndex((field) => Object.is(field, target)) + 1]?.focus()
}
