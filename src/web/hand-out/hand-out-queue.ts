import type { HandOutResult } from '#contract/hand-out-states.ts'
import { type DeviceStorage, parseStored } from '../shared/device-storage.ts'

/** A press for one order, kept on the device until the shop has answered it. */
export interface Wish {
  /** Of the order in the lists. */
  id: string
  /** The code that was typed or scanned, for the shop to compare. */
  code?: string
  name: string
  isUndo: boolean
  /** Cash that the leader takes with the goods, in whole NT$. */
  received?: number
  /** By the clock of this device, for the order of sending alone. */
  at: number
  /** How often it was sent without an answer. */
  tries: number
  /** The refusal of the shop: shown until somebody has seen it. */
  refused?: HandOutResult
}

type NewWish = Pick<Wish, 'id' | 'code' | 'name' | 'isUndo' | 'received'>

/**
 * The wishes of one person on this device. Each order has an entry of its own in the storage, the
 * last wish for it: two tabs do not overwrite each other, and sending one again does no harm.
 */
export interface HandOutQueue {
  list(): Wish[]
  put(wish: NewWish): void
  /** Was sent, and nothing is known of it. */
  failed(sent: Wish): void
  /** Was answered; a wish that took its place meanwhile stays. */
  answered(sent: Wish, result: HandOutResult): void
  dismiss(id: string): void
  subscribe(listener: () => void): () => void
}

const done: readonly HandOutResult[] = ['handed_out', 'already', 'undone']

/** `owner`: whose session it is; another one on this device sees and sends nothing of it. */
export function createHandOutQueue(owner: string, storage: DeviceStorage): HandOutQueue {
  const prefix = `hand-out.${owner}.`
  const listeners = new Set<() => void>()
  let known: { text: string; wishes: Wish[] } = { text: '', wishes: [] }

  function read(): Wish[] {
    const keys = storage.keys().filter((key) => key.startsWith(prefix))
    const texts = keys.toSorted().map((key) => storage.get(key) ?? '')
    const text = texts.join('\n')
    // The same array while nothing has changed, as React asks for.
    if (text !== known.text) known = { text, wishes: texts.flatMap(toWish).toSorted(byTime) }
    return known.wishes
  }
  function changed(): void {
    for (const listener of listeners) listener()
  }
  function write(wish: Wish): void {
    storage.set(prefix + wish.id, JSON.stringify(wish))
    changed()
  }
  /** Runs for the stored wish, unless another one has taken its place. */
  function withSame(sent: Wish, change: () => void): void {
    const stored = read().find(({ id }) => id === sent.id)
    if (stored && stored.at === sent.at && stored.isUndo === sent.isUndo) change()
  }
  function remove(id: string): void {
    storage.remove(prefix + id)
    changed()
  }

  return {
    list: read,
    put(wish) {
      const last = Math.max(0, ...read().map(({ at }) => at))
      // Later than all others, also where the clock of the device was set back.
      write({ ...wish, at: Math.max(Date.now(), last + 1), tries: 0 })
    },
    failed: (sent) => withSame(sent, () => write({ ...sent, tries: sent.tries + 1 })),
    answered: (sent, result) =>
      withSame(sent, () => {
        if (done.includes(result)) remove(sent.id)
        else write({ ...sent, refused: result })
      }),
    dismiss: remove,
    subscribe(listener) {
      const ofOtherTab = ({ key }: StorageEvent) => {
        if (key === null || key.startsWith(prefix)) listener()
      }
      listeners.add(listener)
      addEventListener('storage', ofOtherTab)
      return () => {
        listeners.delete(listener)
        removeEventListener('storage', ofOtherTab)
      }
    },
  }
}

function byTime(a: Wish, b: Wish): number {
  return a.at - b.at
}

function toWish(text: string): Wish[] {
  const wish = parseStored(text)
  return typeof wish?.id === 'string' && typeof wish.at === 'number'
    ? [wish as unknown as Wish]
    : []
}
