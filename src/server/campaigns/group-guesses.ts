import type { Db } from '../db/connect.ts'
import { ShopError } from '../http/shop-error.ts'
import { networkOf } from '../limits/network.ts'
import { consume, type RateLimit } from '../limits/rate-limit.ts'

/** Limits requests for unknown groups: no shopper mistypes a link that often. */
const unknownGroups: RateLimit = {
  name: 'group.unknown',
  max: 300,
  windowSeconds: 60,
  isCachedWhenSpent: true,
}

export interface GroupGuesses {
  /** Counts a request for an unknown code, and gives what it is refused with. */
  refuse(request: { ip: string }): Promise<ShopError>
}

/** `scale` multiplies the limit. */
export function createGroupGuesses(db: Db, scale: number): GroupGuesses {
  const limit = { ...unknownGroups, max: unknownGroups.max * scale }
  return {
    async refuse({ ip }) {
      const result = await consume(db, limit, networkOf(ip))
      return result.isAllowed
        ? new ShopError('GROUP_NOT_FOUND')
        : new ShopError('TOO_MANY_REQUESTS', { retryAfter: result.retryAfter })
    },
  }
}
