import type { Db } from '../db/connect.ts'
import { ShopError } from '../http/shop-error.ts'
import { guess } from '../limits/guesses.ts'
import { type LimitSizes, rateLimitOf } from '../limits/limit-sizes.ts'
import { networkOf } from '../limits/network.ts'

export interface CouponGuesses {
  /** Runs what looks up a typed code; throws TOO_MANY_REQUESTS after too many unknown ones. */
  run<T>(by: { owner: string; ip: string }, lookUp: () => Promise<T>): Promise<T>
}

/** Codes of coupons are short, so they are not to be found by trying. */
export function createCouponGuesses(db: Db, limits: LimitSizes): CouponGuesses {
  const guessLimits = {
    caller: rateLimitOf(limits, 'coupon.caller'),
    network: rateLimitOf(limits, 'coupon.network'),
    all: rateLimitOf(limits, 'coupon.all'),
    underAttack: rateLimitOf(limits, 'coupon.under-attack'),
  }
  const isWrong = (error: unknown) => error instanceof ShopError && error.code === 'COUPON_UNKNOWN'
  return {
    run({ owner, ip }, lookUp) {
      // A guest of `SHARED_GUEST` is everybody without an account.
      const caller = owner.startsWith('m:') ? owner : `${owner} ${networkOf(ip)}`
      return guess(db, guessLimits, { owner: caller, ip }, { up: lookUp, isWrong })
    },
  }
}
