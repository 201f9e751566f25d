import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { addMs, minuteMs } from '../../taipei-time.ts'

/** The permission that somebody has given on the page of LINE. */
export interface Grant {
  personId: string
  scopes: string[]
  redirectUri: string
  nonce?: string
  /** Of PKCE. */
  challenge?: string
  authorisedAt: Date
}

export interface AccessToken {
  token: string
  refreshToken: string
  grant: Grant
  expiresAt: Date
  refreshableUntil: Date
  isRevoked: boolean
}

interface Code {
  grant: Grant
  expiresAt: Date
  isUsed: boolean
}

export interface LoginBook {
  /** The key of ES256. */
  keys: { publicKey: KeyObject; privateKey: KeyObject; kid: string }
  issueCode(grant: Grant): string
  /** The grant of a code that is young and unused, and uses it up. */
  takeCode(code: string): Grant | undefined
  issueToken(grant: Grant): AccessToken
  findToken(token: string): AccessToken | undefined
  refresh(refreshToken: string): AccessToken | undefined
  /** Ends all tokens of a person, as one who has withdrawn the permission. */
  deauthorise(personId: string): void
  /** A token of the channel itself, which is not a person's. */
  issueChannelToken(): string
  isChannelToken(token: string): boolean
}

const codeLifeMs = 10 * minuteMs
const dayMs = 1440 * minuteMs
export const accessTokenSeconds = 30 * 86_400
export const channelTokenSeconds = 900

export function createLoginBook(clock: Clock): LoginBook {
  const codes = new Map<string, Code>()
  const tokens: AccessToken[] = []
  const channelTokens = new Map<string, Date>()
  const isValid = ({ isRevoked, expiresAt }: AccessToken) => !isRevoked && expiresAt > clock.now()

  function issueToken(grant: Grant): AccessToken {
    const token: AccessToken = {
      token: randomBytes(24).toString('base64url'),
      refreshToken: randomBytes(15).toString('base64url'),
      grant,
      expiresAt: addMs(clock.now(), accessTokenSeconds * 1000),
      refreshableUntil: addMs(clock.now(), 90 * dayMs),
      isRevoked: false,
    }
    tokens.push(token)
    return token
  }

  return {
    keys: {
      ...generateKeyPairSync('ec', { namedCurve: 'P-256' }),
      kid: randomBytes(8).toString('hex'),
    },
    issueCode(grant) {
      const code = randomBytes(15).toString('base64url')
      codes.set(code, { grant, expiresAt: addMs(clock.now(), codeLifeMs), isUsed: false })
      return code
    },
    takeCode(text) {
      const code = codes.get(text)
      if (!code || code.isUsed || code.expiresAt <= clock.now()) return undefined
      code.isUsed = true
      return code.grant
    },
    issueToken,
    findToken: (text) => tokens.find((one) => one.token === text && isValid(one)),
    refresh(refreshToken) {
      const known = tokens.find((one) => one.refreshToken === refreshToken)
      if (!known || known.isRevoked || known.refreshableUntil <= clock.now()) return undefined
      known.isRevoked = true
      return issueToken(known.grant)
    },
    deauthorise(personId) {
      for (const token of tokens) if (token.grant.personId === personId) token.isRevoked = true
    },
    issueChannelToken() {
      const token = randomBytes(24).toString('base64url')
      channelTokens.set(token, addMs(clock.now(), channelTokenSeconds * 1000))
      return token
    },
    isChannelToken: (token) => (channelTokens.get(token) ?? clock.now()) > clock.now(),
  }
}
