import type { Db } from '../db/connect.ts'
import { ShopError } from '../http/shop-error.ts'
import { createGuesses } from '../limits/guesses.ts'
import type { LimitSizes } from '../limits/limit-sizes.ts'
import { networkOf } from '../limits/network.ts'

export interface CouponGuesses {
  /** Runs what looks up a typed code; throws TOO_MANY_REQUESTS after too many unknown ones. */
  run<T>(by: { owner: string; ip: string }, lookUp: () => Promise<T>): Promise<T>
}

export function createCouponGuesses(db: Db, limits: LimitSizes): CouponGuesses {
  const guesses = createGuesses(db, limits, 'coupon')
  return {
    run({ owner, ip }, lookUp) {
      // A guest of `SHARED_GUEST` is everybody without an account.
      const caller = owner.startsWith('m:') ? owner : `${owner} ${networkOf(ip)}`
      return guesses.run(
        { caller, ip },
        lookUp,
        (outcome) =>
          'error' in outcome &&
          outcome.error instanceof ShopError &&
          outcome.error.code === 'COUPON_UNKNOWN',
      )
    },
  }
}
