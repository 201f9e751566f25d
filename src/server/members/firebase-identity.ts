import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import type { IdentitySettings } from '../config.ts'
import { ShopError } from '../http/shop-error.ts'
import { clockToleranceSeconds, hasPlausibleTimes, maxTokenLength } from './id-token.ts'
import type { Identity } from './identity.ts'

type FirebaseSettings = Extract<IdentitySettings, { provider: 'firebase' }>

const minute = 60_000

/** A real Firebase project: the web speaks to Google, and we check the tokens that come of it. */
export function createFirebaseIdentity({ projectId, keysUrl }: FirebaseSettings): Identity {
  const keys = createRemoteJWKSet(new URL(keysUrl), {
    timeoutDuration: 2_500,
    cooldownDuration: 30_000,
    cacheMaxAge: 60 * minute,
  })

  async function payloadOf(token: string): Promise<JWTPayload | undefined> {
    if (token.length > maxTokenLength) return undefined
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['RS256'],
        issuer: `https://securetoken.google.com/${projectId}`,
        audience: projectId,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['exp', 'iat', 'auth_time', 'sub'],
      })
      return payload
    } catch (error) {
      if (isVerdict(error)) return undefined
      // The keys could not be had, which says nothing about the token.
      throw new ShopError('UNAVAILABLE', { retryAfter: 5, cause: error })
    }
  }

  return {
    verifyMember: async (token) => {
      const payload = await payloadOf(token)
      if (!payload?.sub || !hasPlausibleTimes(payload)) return null
      return { uid: payload.sub, email: typeof payload.email === 'string' ? payload.email : null }
    },
    routes: async () => {},
    start: async () => {},
    close: async () => {},
  }
}

const faultsOfTheKeys = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']

function isVerdict(error: unknown): boolean {
  return error instanceof errors.JOSEError && !faultsOfTheKeys.includes(error.code)
}
