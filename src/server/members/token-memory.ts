import { clockToleranceSeconds, type IdTokenClaims } from './id-token.ts'

/** About ten megabytes of tokens at the most. */
const maxTokens = 10_000

type Read = (token: string) => Promise<IdTokenClaims | undefined>

/**
 * Remembers tokens whose signature was right until they expire: checking it again would be most of
 * what a member's call costs. Whether the member still stands behind it is asked every time.
 */
export function rememberTokens(read: Read): Read {
  const good = new Map<string, IdTokenClaims>()
  return async (token) => {
    const known = good.get(token)
    if (known) {
      if (known.expiresAt + clockToleranceSeconds > Date.now() / 1000) return known
      good.delete(token)
      return undefined
    }
    const claims = await read(token)
    if (claims) {
      const [oldest] = good.keys()
      if (good.size >= maxTokens && oldest !== undefined) good.delete(oldest)
      good.set(token, claims)
    }
    return claims
  }
}
