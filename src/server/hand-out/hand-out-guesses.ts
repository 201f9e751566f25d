import type { Db } from '../db/connect.ts'
import { ShopError } from '../http/shop-error.ts'
import { type LimitSizes, rateLimitOf } from '../limits/limit-sizes.ts'
import { networksOf } from '../limits/network.ts'
import { consumeInAll, countsOf } from '../limits/network-limit.ts'
import { type Count, consumeOrThrow, refundEach } from '../limits/rate-limit.ts'

export interface HandOutGuesses {
  /** Runs what looks up a code; throws TOO_MANY_REQUESTS after too many unknown ones. */
  run<T>(
    by: { owner: string; ip: string },
    lookUp: () => Promise<T | undefined>,
  ): Promise<T | undefined>
}

/**
 * A code has six digits, so it is not to be found by trying. A guess is counted before the look-up,
 * so that many at once are no more than many in a row, and taken back unless it was wrong.
 */
export function createHandOutGuesses(db: Db, limits: LimitSizes): HandOutGuesses {
  const perCaller = rateLimitOf(limits, 'hand-out.caller')
  const network = rateLimitOf(limits, 'hand-out.network')
  const all = rateLimitOf(limits, 'hand-out.all')
  const underAttack = rateLimitOf(limits, 'hand-out.under-attack')
  return {
    async run<T>(
      { owner, ip }: { owner: string; ip: string },
      lookUp: () => Promise<T | undefined>,
    ) {
      const counted: Count[] = []
      for (const [limit, subject] of [[perCaller, owner] as const, ...countsOf({ network }, ip)]) {
        await consumeOrThrow(db, limit, subject)
        counted.push([limit, subject])
      }
      const inAll = await consumeInAll(db, { all, underAttack }, networksOf(ip))
      if (!inAll.isAllowed) throw new ShopError('TOO_MANY_REQUESTS', inAll)
      counted.push(...inAll.counted)
      let found: T | undefined
      try {
        found = await lookUp()
      } catch (error) {
        await refundEach(db, counted)
        throw error
      }
      if (found !== undefined) await refundEach(db, counted)
      return found
    },
  }
}
