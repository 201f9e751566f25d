import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../db/connect.ts'
import type { Caller } from '../http/caller.ts'
import { ShopError } from '../http/shop-error.ts'
import { createKeyedSemaphore } from './keyed-semaphore.ts'
import { type LimitName, type LimitSizes, rateLimitOf } from './limit-sizes.ts'
import { networkOf } from './network.ts'
import { noteReached } from './rate-limit.ts'

/** As long as a statement may wait for a connection and a lock; after it a shopper tries again. */
const maxWaitMs = 5_000
const refusalDelayMs = 500
/** More wait when many browsers share a cart or a program writes, not when one shopper clicks. */
const maxUnpaced = 8

export interface PersonalLimits {
  /** Writes to one cart run one after the other, and take a connection only when they run. */
  writeCart<T>(owner: string, write: () => Promise<T>): Promise<T>
  /** A reading of a cart or of orders, which may be large. */
  read<T>(by: { caller: Caller; request: { ip: string } }, read: () => Promise<T>): Promise<T>
}

/** The limits of one shopper's writes and readings. */
export function createPersonalLimits(db: Db, limits: LimitSizes): PersonalLimits {
  // A burst of 30 clicks is served; with more than 40 in the queue no client would wait for an
  // answer.
  const waits = { maxWaitMs, refusalDelayMs, maxUnpaced }
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
