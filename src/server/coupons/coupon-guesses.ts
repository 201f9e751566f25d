import type { Db } from '../db/connect.ts'
import { ShopError } from '../http/shop-error.ts'
import { type LimitSizes, rateLimitOf } from '../limits/limit-sizes.ts'
import { networkOf, networksOf } from '../limits/network.ts'
import { consumeInAll, countsOf } from '../limits/network-limit.ts'
import { type Count, consumeOrThrow, refundEach } from '../limits/rate-limit.ts'

export interface CouponGuesses {
  /** Runs what looks up a typed code; throws TOO_MANY_REQUESTS after too many unknown ones. */
  run<T>(by: { owner: string; ip: string }, lookUp: () => Promise<T>): Promise<T>
}

/**
 * Codes of coupons are short, so they are not to be found by trying. A guess is counted before the
 * look-up, so that many at once are no more than many in a row, and taken back unless it was wrong.
 */
export function createCouponGuesses(db: Db, limits: LimitSizes): CouponGuesses {
  const perCaller = rateLimitOf(limits, 'coupon.caller')
  const network = rateLimitOf(limits, 'coupon.network')
  const all = rateLimitOf(limits, 'coupon.all')
  /** Of each network, once all together have guessed too often: others can still use a code. */
  const underAttack = rateLimitOf(limits, 'coupon.under-attack')
  return {
    async run({ owner, ip }, lookUp) {
      // A guest of `SHARED_GUEST` is everybody without an account.
      const caller = owner.startsWith('m:') ? owner : `${owner} ${networkOf(ip)}`
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
        await refundEach(db, counted)
        return found
      } catch (error) {
        const isWrong = error instanceof ShopError && error.code === 'COUPON_UNKNOWN'
        if (!isWrong) await refundEach(db, counted)
        throw error
      }
    },
  }
}
