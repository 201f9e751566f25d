import type { Db } from '../../db/connect.ts'
import { ShopError } from '../../http/shop-error.ts'
import { type LimitSizes, rateLimitOf } from '../../limits/limit-sizes.ts'
import { consumeOfNetwork } from '../../limits/network-limit.ts'

export interface GroupGuesses {
  /** Counts a request for an unknown code, and gives what it is refused with. */
  refuse(request: { ip: string }): Promise<ShopError>
}

/**
 * Limits requests for unknown groups: no shopper mistypes a link that often. A code has 128 random
 * bits, so a right one is answered also where many wrong ones came from.
 */
export function createGroupGuesses(db: Db, limits: LimitSizes): GroupGuesses {
  const limit = {
    network: { ...rateLimitOf(limits, 'group.unknown'), isCachedWhenSpent: true },
    all: { ...rateLimitOf(limits, 'group.unknown-all'), isCachedWhenSpent: true },
    underAttack: undefined,
  }
  return {
    async refuse({ ip }) {
      const result = await consumeOfNetwork(db, limit, ip)
      return result.isAllowed
        ? new ShopError('GROUP_NOT_FOUND')
        : new ShopError('TOO_MANY_REQUESTS', { retryAfter: result.retryAfter })
    },
  }
}
