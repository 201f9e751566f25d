import type { Db } from '../db/connect.ts'
import { ShopError } from '../http/shop-error.ts'
import { type LimitSizes, rateLimitOf } from './limit-sizes.ts'
import { networksOf } from './network.ts'
import { consumeInAll, countsOf } from './network-limit.ts'
import { type Count, consumeOrThrow, refundEach } from './rate-limit.ts'

export interface Guesses {
  /**
   * Runs what looks up a typed code; `isWrong` says of its result or its error whether the code is
   * unknown. Throws TOO_MANY_REQUESTS after too many unknown ones.
   */
  run<T>(
    by: { caller: string; ip: string },
    lookUp: () => Promise<T>,
    isWrong: (outcome: { found: T } | { error: unknown }) => boolean,
  ): Promise<T>
}

/**
 * Short codes are not to be found by trying. A guess is counted before the look-up, so that many at
 * once are no more than many in a row, and taken back unless it was wrong.
 */
export function createGuesses(db: Db, limits: LimitSizes, name: 'coupon' | 'hand-out'): Guesses {
  const perCaller = rateLimitOf(limits, `${name}.caller`)
  const network = rateLimitOf(limits, `${name}.network`)
  const all = rateLimitOf(limits, `${name}.all`)
  /** Of each network, once all together have guessed too often: others can still use a code. */
  const underAttack = rateLimitOf(limits, `${name}.under-attack`)
  return {
    async run({ caller, ip }, lookUp, isWrong) {
      const counted: Count[] = []
      for (const [limit, subject] of [[perCaller, caller] as const, ...countsOf({ network }, ip)]) {
        await consumeOrThrow(db, limit, subject)
        counted.push([limit, subject])
      }
      const inAll = await consumeInAll(db, { all, underAttack }, networksOf(ip))
      if (!inAll.isAllowed) throw new ShopError('TOO_MANY_REQUESTS', inAll)
      counted.push(...inAll.counted)
      try {
        const found = await lookUp()
        if (!isWrong({ found })) await refundEach(db, counted)
        return found
      } catch (error) {
        if (!isWrong({ error })) await refundEach(db, counted)
        throw error
      }
    },
  }
}
