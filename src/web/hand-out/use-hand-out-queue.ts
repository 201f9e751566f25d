import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { deviceStorage } from '../shared/device-storage.ts'
import { createHandOutQueue, type HandOutQueue, type Wish } from './hand-out-queue.ts'
import { type SendItems, type SendOutcome, sendWishes } from './send-wishes.ts'

/** So often it is tried again while something waits. */
const retryMs = 10_000

/** The queue of a person, which is sent by itself: at once, when the network is back, and again. */
export function useHandOutQueue(
  owner: string,
  send: SendItems,
  onAlready: (wish: Wish) => void,
): { queue: HandOutQueue; wishes: Wish[]; outcome: SendOutcome; flush: () => void } {
  const queue = useMemo(() => createHandOutQueue(owner, deviceStorage), [owner])
  const wishes = useSyncExternalStore(queue.subscribe, queue.list)
  const [outcome, setOutcome] = useState<SendOutcome>('sent')
  const isSending = useRef(false)
  const told = useRef(onAlready)
  told.current = onAlready

  const flush = useCallback(async () => {
    // One after the other: what was pressed meanwhile is sent by the same loop.
    if (isSending.current) return
    isSending.current = true
    try {
      setOutcome(await sendWishes(queue, send, (wish) => told.current(wish)))
    } finally {
      isSending.current = false
    }
  }, [queue, send])

  const isWaiting = wishes.some(({ refused }) => refused === undefined)
  useEffect(() => {
    if (!isWaiting) return
    void flush()
    const timer = setInterval(() => void flush(), retryMs)
    const now = () => void flush()
    addEventListener('online', now)
    return () => {
      clearInterval(timer)
      removeEventListener('online', now)
    }
  }, [isWaiting, flush])

  return { queue, wishes, outcome, flush: () => void flush() }
}
