import { type JWTHeaderParameters, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { lineProviderId } from '#contract/line-sign-in.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import type { SigningKeys } from './signing-keys.ts'

/** The project id in the tokens; a token of another project is refused. */
export const projectId = 'minmin'
const issuer = 'urn:minmin:identity'
export const tokenLifeSeconds = 3600
/** Clocks of machines differ by this much. */
export const clockToleranceSeconds = 60
/** Longer than any token that the shop issues; a longer one is not verified. */
export const maxTokenLength = 4096

const maxNameBytes = 1024
const maxPictureBytes = 512

/** The claims of a member's token, after its signature and times were verified. */
export interface IdTokenClaims {
  uid: string
  /** The session version of the member when the token was made. */
  version: number
  /** The session that it belongs to; null in tokens of the previous version. */
  sessionId: string | null
  /** When the member last proved who they are, in seconds. */
  authTime: number
  /** In seconds. */
  expiresAt: number
}

/** The data of a member in a token. */
export interface TokenSubject {
  uid: string
  email: string | null
  emailVerified: boolean
  displayName: string | null
  photoUrl: string | null
  sessionVersion: number
}

export async function signIdToken(
  keys: SigningKeys,
  member: TokenSubject,
  { authTime, sessionId }: { authTime: Date; sessionId: string },
): Promise<string> {
  const { kid, privateKey } = await keys.current()
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({
    ...(fits(member.displayName, maxNameBytes) && { name: member.displayName }),
    ...(fits(member.photoUrl, maxPictureBytes) && { picture: member.photoUrl }),
    user_id: member.uid,
    auth_time: toEpochSeconds(authTime),
    ...(member.email !== null && { email: member.email }),
    email_verified: member.emailVerified,
    firebase:
      member.email === null
        ? { identities: {}, sign_in_provider: lineProviderId }
        : { identities: { email: [member.email] }, sign_in_provider: 'password' },
    session_version: member.sessionVersion,
    sid: sessionId,
  })
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(projectId)
    .setSubject(member.uid)
    .setIssuedAt(now)
    .setExpirationTime(now + tokenLifeSeconds)
    .sign(privateKey)
}

/** The web stores the token in a cookie: a long profile is left out, and `lookup` returns it. */
function fits(text: string | null, maxBytes: number): boolean {
  return text !== null && Buffer.byteLength(JSON.stringify(text)) <= maxBytes
}

/** Undefined for everything that is not a valid token of ours. */
export async function readIdToken(
  keys: SigningKeys,
  token: string,
): Promise<IdTokenClaims | undefined> {
  if (token.length > maxTokenLength) return undefined
  const payload = await verified(keys, token)
  if (!payload) return undefined
  const { session_version: version, auth_time: authTime, sid, exp: expiresAt = 0 } = payload
  const uid = plausibleSubject(payload)
  if (uid === undefined || !Number.isSafeInteger(version)) return undefined
  const sessionId = typeof sid === 'string' ? sid : null
  return { uid, version: Number(version), sessionId, authTime: Number(authTime), expiresAt }
}

async function verified(keys: SigningKeys, token: string): Promise<JWTPayload | undefined> {
  let fault: unknown
  const options = {
    algorithms: ['RS256'],
    issuer,
    audience: projectId,
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ['exp', 'iat', 'auth_time', 'sub'],
  }
  try {
    // The key comes from our own set by its id; a key or an address in the header is ignored.
    const { payload } = await jwtVerify(
      token,
      async ({ kid }: JWTHeaderParameters) => {
        try {
          const key = kid === undefined ? undefined : await keys.publicKey(kid)
          if (key) return key
        } catch (error) {
          fault = error
        }
        throw new Error('unknown key')
      },
      options,
    )
    return payload
  } catch {
    // Keys that could not be read say nothing about the token.
    if (fault !== undefined) throw fault
    return undefined
  }
}

/**
 * The subject of a verified token. The library checks neither the subject nor that `iat` is in the
 * past.
 */
export function plausibleSubject({ sub, iat, auth_time }: JWTPayload): string | undefined {
  const latest = Date.now() / 1000 + clockToleranceSeconds
  const isPast = [iat, auth_time].every((time) => typeof time === 'number' && time <= latest)
  return isPast && typeof sub === 'string' && sub !== '' ? sub : undefined
}
