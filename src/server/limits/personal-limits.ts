import { setTimeout as delay } from 'node:timers/promises'
import pLimit, { type LimitFunction } from 'p-limit'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../db/connect.ts'
import type { Caller } from '../http/caller.ts'
import { ShopError } from '../http/shop-error.ts'
import { placesTaken } from '../metrics/metrics.ts'
import { type LimitName, type LimitSizes, rateLimitOf } from './limit-sizes.ts'
import { networkOf } from './network.ts'
import { noteReached } from './rate-limit.ts'

/** Beyond the time that the call before may wait for the database; then a shopper tries again. */
const ownMs = 2_000
const refusalDelayMs = 500

export interface PersonalLimits {
  /** Writes to one cart run one after the other, and take a connection only when they run. */
  writeCart<T>(owner: string, write: () => Promise<T>): Promise<T>
  /** A reading of a cart or of orders, which may be large. */
  read<T>(by: { caller: Caller; request: { ip: string } }, read: () => Promise<T>): Promise<T>
}

/** The limits of one shopper's writes and readings. */
export function createPersonalLimits(
  db: Db,
  { limits, databaseTimeoutMs }: { limits: LimitSizes; databaseTimeoutMs: number },
): PersonalLimits {
  // A burst of 30 clicks is served; with more than 40 in the queue no client would wait for an
  // answer.
  const waits = { maxWaitMs: databaseTimeoutMs + ownMs, refusalDelayMs }
  const cartWrites = createKeyedSemaphore({
    name: 'cart-write',
    concurrency: 1,
    maxWaiting: 40,
    ...waits,
  })
  const ownReads = createKeyedSemaphore({
    name: 'own-read',
    concurrency: 4,
    maxWaiting: 60,
    ...waits,
  })
  // Each node counts for itself: a row of the database for each read would cost more than the read.
  const rate = (name: LimitName) => {
    const { max: points, windowSeconds: duration } = rateLimitOf(limits, name)
    return { name, limiter: new RateLimiterMemory({ points, duration }) }
  }
  const byMember = rate('read.member')
  const byNetwork = rate('read.network')

  return {
    writeCart: (owner, write) => cartWrites.run(owner, write),
    async read({ caller, request }, read) {
      // A guest can invent any number of cookies, so guests are counted by network.
      const [{ name, limiter }, subject] = caller.memberId
        ? [byMember, caller.memberId]
        : [byNetwork, networkOf(request.ip)]
      await limiter.consume(subject).catch((refusal: unknown) => {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        noteReached(db, name)
        const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000))
        throw new ShopError('TOO_MANY_REQUESTS', { retryAfter })
      })
      return ownReads.run(caller.owner, read)
    },
  }
}

interface KeyedSemaphore {
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

/**
 * A semaphore for each key: `concurrency` calls of one key run at once, `maxWaiting` wait, and the
 * others are refused before they hold anything, such as a connection to the database. A refusal is
 * delayed by `refusalDelayMs`, so that a client that retries at once does not use up the CPU. A call
 * whose turn comes after `maxWaitMs` is refused too, so that a queue behind slow calls ends in time.
 */
export function createKeyedSemaphore(limits: {
  /** As the metrics call its places. */
  name: string
  concurrency: number
  maxWaiting: number
  maxWaitMs: number
  refusalDelayMs: number
}): KeyedSemaphore {
  const slots = new Map<string, { limit: LimitFunction; calls: number }>()
  return {
    async run(key, work) {
      const slot = slots.get(key) ?? { limit: pLimit(limits.concurrency), calls: 0 }
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
          const waitedMs = performance.now() - since
          if (waitedMs > limits.maxWaitMs) throw new ShopError('UNAVAILABLE', { retryAfter: 1 })
          return work()
        })
      } finally {
        slot.calls--
        placesTaken.dec({ of: limits.name })
        if (slot.calls === 0) slots.delete(key)
      }
    },
  }
}
