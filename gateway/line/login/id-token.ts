import { createHmac, createPublicKey, sign, timingSafeEqual, verify } from 'node:crypto'
import { channels } from '../channels.ts'
import type { Line } from '../line.ts'
import type { Person } from '../people.ts'
import type { Grant } from './login-book.ts'

export const issuer = 'https://access.line.me'
const lifeSeconds = 3600

export interface IdTokenClaims {
  iss: string
  sub: string
  aud: string
  exp: number
  iat: number
  nonce?: string
  amr: string[]
  name?: string
  picture?: string
  email?: string
}

/** The id token of a person, with what the switch makes of it. */
export function issueIdToken(
  line: Line,
  person: Person,
  grant: Omit<Grant, 'challenge'>,
  algorithm = line.switches.algorithm,
): string {
  const { idToken: fault } = line.switches
  const now = Math.floor(line.clock.now().getTime() / 1000)
  const isLate = fault === 'expired'
  const claims: IdTokenClaims = {
    iss: fault === 'other-issuer' ? 'https://access.line.example' : issuer,
    sub: person.id,
    aud: fault === 'other-audience' ? '2007999999' : channels.login.id,
    exp: now + (isLate ? -lifeSeconds : lifeSeconds),
    iat: isLate ? now - 2 * lifeSeconds : now,
    ...(grant.nonce !== undefined && { nonce: fault === 'other-nonce' ? 'another' : grant.nonce }),
    amr: ['linesso'],
    ...(grant.scopes.includes('profile') && { name: person.name }),
    ...(grant.scopes.includes('email') && person.email && { email: person.email }),
  }
  if (fault === 'unsigned') return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`
  const header =
    algorithm === 'ES256'
      ? { alg: algorithm, typ: 'JWT', kid: line.login.keys.kid }
      : { alg: algorithm, typ: 'JWT' }
  const text = `${part(header)}.${part(claims)}`
  const signature =
    algorithm === 'ES256'
      ? sign('sha256', Buffer.from(text), {
          key: line.login.keys.privateKey,
          dsaEncoding: 'ieee-p1363',
        })
      : hmac(text)
  if (fault === 'wrong-signature') signature.reverse()
  return `${text}.${signature.toString('base64url')}`
}

/** The claims of a token that we have signed; undefined for every other text. */
export function readIdToken({ login }: Line, token: string): IdTokenClaims | undefined {
  const [header = '', claims = '', signature = '', ...others] = token.split('.')
  if (others.length > 0) return undefined
  const text = `${header}.${claims}`
  const given = Buffer.from(signature, 'base64url')
  try {
    const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString())
    const own = hmac(text)
    const isSigned =
      alg === 'ES256'
        ? verify(
            'sha256',
            Buffer.from(text),
            { key: login.keys.publicKey, dsaEncoding: 'ieee-p1363' },
            given,
          )
        : alg === 'HS256' && given.length === own.length && timingSafeEqual(given, own)
    return isSigned ? JSON.parse(Buffer.from(claims, 'base64url').toString()) : undefined
  } catch {
    return undefined
  }
}

export function jwks({ login: { keys } }: Line): object {
  const { kty, crv, x, y } = createPublicKey(
    keys.publicKey.export({ type: 'spki', format: 'pem' }),
  ).export({
    format: 'jwk',
  })
  return { keys: [{ kty, crv, x, y, alg: 'ES256', use: 'sig', kid: keys.kid }] }
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function hmac(text: string): Buffer {
  return createHmac('sha256', channels.login.secret).update(text).digest()
}
