import type { FastifyReply } from 'fastify'
import type { Db } from '../db/connect.ts'
import { ShopError } from '../http/shop-error.ts'
import { type LimitSizes, rateLimitOf } from './limit-sizes.ts'
import { consumeAndTell } from './rate-limit.ts'

/**
 * Counts the calls of an API key, and says what is left in the headers of the draft
 * draft-ietf-httpapi-ratelimit-headers: `r` calls in the next `t` seconds.
 */
export function createKeyLimit(db: Db, limits: LimitSizes) {
  const limit = { ...rateLimitOf(limits, 'api-key'), isCachedWhenSpent: true }
  const policy = `"api-key";q=${limit.max};w=${limit.windowSeconds}`
  return async ({ id }: { id: string }, reply: FastifyReply): Promise<void> => {
    const { isAllowed, remaining, seconds } = await consumeAndTell(db, limit, id)
    reply.header('RateLimit-Policy', policy)
    reply.header('RateLimit', `"api-key";r=${remaining};t=${seconds}`)
    if (!isAllowed) throw new ShopError('TOO_MANY_REQUESTS', { retryAfter: seconds })
  }
}
