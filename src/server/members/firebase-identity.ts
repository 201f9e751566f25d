import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { IdentitySettings } from '../config-reader.ts'
import type { VerifiedMember } from '../http/caller.ts'
import { ShopError } from '../http/shop-error.ts'
import { clockToleranceSeconds, maxTokenLength, plausibleSubject } from './tokens/id-token.ts'

type FirebaseSettings = Extract<IdentitySettings, { provider: 'firebase' }>

const minute = 60_000

/** A real Firebase project: the web speaks to Google, and the server verifies its tokens. */
export function createFirebaseIdentity({ projectId, keysUrl }: FirebaseSettings) {
  const keys = createRemoteJWKSet(new URL(keysUrl), {
    timeoutDuration: 2_500,
    cooldownDuration: 30_000,
    // An unknown key id fetches the keys again, at most once within the cooldown.
    cacheMaxAge: 6 * 60 * minute,
  })

  const keyOf: JWTVerifyGetKey = async (header, input) => {
    // Without a key id the library accepts any key of a set of one.
    if (header.kid === undefined) throw new errors.JWKSNoMatchingKey()
    return keys(header, input)
  }

  async function payloadOf(token: string): Promise<JWTPayload | undefined> {
    if (token.length > maxTokenLength) return undefined
    try {
      const { payload } = await jwtVerify(token, keyOf, {
        algorithms: ['RS256'],
        issuer: `https://securetoken.google.com/${projectId}`,
        audience: projectId,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['exp', 'iat', 'auth_time', 'sub'],
      })
      return payload
    } catch (error) {
      if (isInvalidToken(error)) return undefined
      // A failure to fetch the keys says nothing about the token.
      throw new ShopError('UNAVAILABLE', { retryAfter: 5, cause: error })
    }
  }

  return {
    verifyMember: async (token: string): Promise<VerifiedMember | null> => {
      const payload = await payloadOf(token)
      const uid = payload && plausibleSubject(payload)
      if (!payload || uid === undefined) return null
      const email = typeof payload.email === 'string' ? payload.email : null
      const signedInAt = Number(payload.auth_time)
      return { uid, email, isEmailVerified: payload.email_verified === true, signedInAt }
    },
    proveMailbox: async () => {
      throw new ShopError('MEMBER_UNVERIFIED', { message: '請點選信中的連結完成驗證' })
    },
    startLine: async () => undefined,
    comeBackFromLine: async () => undefined,
    hasLine: () => false,
    routes: async () => {},
    start: async () => {},
    close: async () => {},
  }
}

const faultsOfTheKeys = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']

function isInvalidToken(error: unknown): boolean {
  return error instanceof errors.JOSEError && !faultsOfTheKeys.includes(error.code)
}
