import { setTimeout as delay } from 'node:timers/promises'
import pLimit, { type LimitFunction } from 'p-limit'
import { ShopError } from '../http/shop-error.ts'
import { placesTaken } from '../metrics/metrics.ts'

export interface KeyedSemaphore {
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

/**
 * A semaphore for each key: `concurrency` calls of one key run at once, `maxWaiting` wait, and the
 * others are refused before they hold anything, such as a connection to the database. A refusal is
 * delayed by `refusalDelayMs`, so that a client that retries at once does not use up the CPU. A call
 * whose turn comes after `maxWaitMs` is refused too, so that a queue behind slow calls ends in time.
 * While more than `maxUnpaced` wait, up to three quarters of the time are left to the other keys; the
 * pauses of a full queue take half of `maxWaitMs` at most, so that none is refused for them.
 */
export function createKeyedSemaphore(limits: {
  /** As the metrics call its places. */
  name: string
  concurrency: number
  maxWaiting: number
  maxWaitMs: number
  refusalDelayMs: number
  maxUnpaced: number
}): KeyedSemaphore {
  const maxPauseMs = limits.maxWaitMs / (2 * limits.maxWaiting)
  const slots = new Map<string, { limit: LimitFunction; calls: number; workMs: number }>()
  return {
    async run(key, work) {
      const slot = slots.get(key) ?? { limit: pLimit(limits.concurrency), calls: 0, workMs: 0 }
      if (slot.calls >= limits.concurrency + limits.maxWaiting) {
        await delay(limits.refusalDelayMs)
        throw new ShopError('TOO_MANY_REQUESTS', { retryAfter: 1 })
      }
      slots.set(key, slot)
      slot.calls++
      placesTaken.inc({ of: limits.name })
      const since = performance.now()
      try {
        return await slot.limit(async () => {
          if (slot.limit.pendingCount > limits.maxUnpaced) {
            await delay(Math.min(3 * slot.workMs, maxPauseMs))
          }
          const waitedMs = performance.now() - since
          if (waitedMs > limits.maxWaitMs) throw new ShopError('UNAVAILABLE', { retryAfter: 1 })
          const startedAt = performance.now()
          try {
            return await work()
          } finally {
            slot.workMs = performance.now() - startedAt
          }
        })
      } finally {
        slot.calls--
        placesTaken.dec({ of: limits.name })
        if (slot.calls === 0) slots.delete(key)
      }
    },
  }
}
