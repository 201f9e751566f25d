import { LRUCache } from 'lru-cache'
import { clockToleranceSeconds, type IdTokenClaims } from './id-token.ts'

/** About ten megabytes of tokens at the most. */
const maxTokens = 10_000

type ReadToken = (token: string) => Promise<IdTokenClaims | undefined>

/**
 * Caches verified tokens until they expire: verifying the signature is the largest cost of a
 * member's call. The state of the session is read for every call.
 */
export function cacheVerifiedTokens(readToken: ReadToken): ReadToken {
  const verified = new LRUCache<string, IdTokenClaims>({ max: maxTokens })
  return async (token) => {
    const cached = verified.get(token)
    if (cached) {
      if (cached.expiresAt + clockToleranceSeconds > Date.now() / 1000) return cached
      verified.delete(token)
      return undefined
    }
    const claims = await readToken(token)
    if (claims) verified.set(token, claims)
    return claims
  }
}
