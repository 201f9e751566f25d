import { createHash, randomBytes } from 'node:crypto'
import {
  createRemoteJWKSet,
  errors,
  type JWTHeaderParameters,
  type JWTPayload,
  jwtVerify,
} from 'jose'
import type { LineLoginChannel, LineUrls } from '../config-line.ts'
import type { CallLimits } from '../http/call-out.ts'
import { shorten } from '../input/shorten.ts'
import { callLine, type LineFailure, type LineRefusal, lineLimits } from './line-http.ts'

/** A person as LINE knows one to this provider. */
export interface LinePerson {
  /** The user id; the same in the other channels of the provider. */
  subject: string
  name?: string
  picture?: string
  /** Not proved: an account of the same address may be somebody else's. */
  email?: string
}

/** Kept on the server until the browser comes back; the browser knows state and challenge alone. */
export interface LoginSecrets {
  state: string
  nonce: string
  codeVerifier: string
}

export interface AuthorizeOptions {
  redirectUri: string
  /** The page offers to add the official account. */
  offersFriendship?: boolean
  /** A second try after LINE came back in another browser. */
  withoutAutoLogin?: boolean
  /** A person who has agreed before is asked once more: it shows that somebody is there. */
  asksAgain?: boolean
}

export type ExchangeResult =
  | { type: 'person'; person: LinePerson; accessToken: string }
  | LineRefusal
  | LineFailure

export interface LineLogin {
  authorizeUrl(secrets: LoginSecrets, options: AuthorizeOptions): string
  /** The person who has agreed, by the code that a browser brought back. A code is good once. */
  exchange(code: string, secrets: LoginSecrets, redirectUri: string): Promise<ExchangeResult>
  /**
   * The person of an id token of ours that an application brings, such as one of LIFF. Those have a
   * signature of LINE: one by our secret is never given out, so whoever has it made it up.
   */
  readIdToken(token: string, nonce?: string): Promise<ExchangedPerson>
  isFriend(
    accessToken: string,
  ): Promise<{ type: 'friendship'; isFriend: boolean } | LineRefusal | LineFailure>
  /** Takes back what the person has agreed to, when the account is deleted. */
  deauthorize(accessToken: string): Promise<{ type: 'done' } | LineRefusal | LineFailure>
}

/** `issuedAt`: when LINE has signed the person's token. */
type ExchangedPerson =
  | { type: 'person'; person: LinePerson; issuedAt: Date }
  | LineRefusal
  | LineFailure

type Algorithm = 'HS256' | 'ES256'

const issuer = 'https://access.line.me'
const clockToleranceSeconds = 60
const maxTokenLength = 8192
/** The keys of LINE could not be read, which says nothing of a token. */
const faultsOfTheKeys = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']

export function createLoginSecrets(): LoginSecrets {
  const secret = () => randomBytes(32).toString('base64url')
  return { state: secret(), nonce: secret(), codeVerifier: secret() }
}

/** LINE Login v2.1. */
export function createLineLogin(
  { channelId, channelSecret }: LineLoginChannel,
  { access, api }: LineUrls,
  { limits = lineLimits }: { limits?: CallLimits } = {},
): LineLogin {
  const channel = { client_id: channelId, client_secret: channelSecret }
  const secretKey = new TextEncoder().encode(channelSecret)
  const published = createRemoteJWKSet(new URL(`${api}/oauth2/v2.1/certs`), {
    timeoutDuration: limits.timeoutMs,
  })
  /** The web has tokens that are signed with our secret, applications such by a key of LINE. */
  const keyOf = (header: JWTHeaderParameters) =>
    header.alg === 'HS256' ? secretKey : published(header)

  async function readIdToken(
    token: string,
    nonce: string | undefined,
    algorithms: Algorithm[],
  ): Promise<ExchangedPerson> {
    if (token.length > maxTokenLength) return invalid('the id token is too long')
    try {
      const { payload } = await jwtVerify(token, keyOf, {
        algorithms,
        issuer,
        audience: channelId,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['exp', 'iat', 'sub'],
      })
      // One that was asked for with a nonce is for the browser that knows it.
      if (payload.nonce !== nonce) return invalid('nonce')
      const person = toPerson(payload)
      const issuedAt = new Date(Number(payload.iat) * 1_000)
      return person ? { type: 'person', person, issuedAt } : invalid('sub')
    } catch (error) {
      const isAboutToken =
        error instanceof errors.JOSEError && !faultsOfTheKeys.includes(error.code)
      if (isAboutToken) return invalid(error.code)
      return { type: 'unknown', reason: 'the keys of LINE cannot be read' }
    }
  }

  return {
    authorizeUrl(
      { state, nonce, codeVerifier },
      { redirectUri, offersFriendship, withoutAutoLogin, asksAgain },
    ) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: channelId,
        redirect_uri: redirectUri,
        state,
        scope: 'profile openid email',
        nonce,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
        ui_locales: 'zh-TW',
        ...(offersFriendship && { bot_prompt: 'normal' }),
        ...(withoutAutoLogin && { disable_auto_login: 'true' }),
        ...(asksAgain && { prompt: 'consent' }),
      })
      return `${access}/oauth2/v2.1/authorize?${query}`
    },

    async exchange(code, { nonce, codeVerifier }, redirectUri) {
      const form = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        ...channel,
        code_verifier: codeVerifier,
      }
      const reply = await callLine({ url: `${api}/oauth2/v2.1/token`, form }, limits)
      if (reply.type !== 'answer') return withLimit(reply)
      const { access_token: accessToken, id_token: idToken } = reply.fields
      if (typeof accessToken !== 'string' || typeof idToken !== 'string') {
        return { type: 'unknown', reason: 'the answer has no tokens' }
      }
      const read = await readIdToken(idToken, nonce, ['HS256', 'ES256'])
      return read.type === 'person' ? { ...read, accessToken } : read
    },

    readIdToken: (token, nonce) => readIdToken(token, nonce, ['ES256']),

    async isFriend(accessToken) {
      const url = `${api}/friendship/v1/status`
      const reply = await callLine({ url, method: 'GET', token: accessToken }, limits)
      if (reply.type !== 'answer') return withLimit(reply)
      return { type: 'friendship', isFriend: reply.fields.friendFlag === true }
    },

    async deauthorize(accessToken) {
      const form = { grant_type: 'client_credentials', ...channel }
      const issued = await callLine({ url: `${api}/oauth2/v3/token`, form }, limits)
      if (issued.type !== 'answer') return withLimit(issued)
      const token = String(issued.fields.access_token ?? '')
      const json = { userAccessToken: accessToken }
      const reply = await callLine({ url: `${api}/user/v1/deauthorize`, token, json }, limits)
      return reply.type === 'answer' ? { type: 'done' } : withLimit(reply)
    },
  }
}

function withLimit(reply: LineRefusal | LineFailure): LineRefusal | LineFailure {
  return reply.type === 'refused' && reply.status === 429 ? { type: 'limited' } : reply
}

function invalid(reason: string): LineRefusal {
  return { type: 'refused', status: 200, reason: `id token: ${reason}` }
}

function toPerson({ sub, ...profile }: JWTPayload): LinePerson | undefined {
  if (!/^U[0-9a-f]{32}$/.test(sub ?? '')) return undefined
  const name = lineOf(profile.name)
  const [picture, email] = [plainOf(profile.picture), plainOf(profile.email)]
  return {
    subject: String(sub),
    ...(name !== '' && { name }),
    ...(picture !== undefined && { picture }),
    ...(email !== undefined && { email }),
  }
}

const maxNameLength = 100
const maxPlainLength = 2048
/** Control characters, and marks that turn the direction of what stands beside them. */
const unseen = /[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/** One line that can be shown and stored: people type what they like into their profile. */
function lineOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  return shorten(value.toWellFormed().replace(unseen, ' ').trim(), maxNameLength).trim()
}

/** A text without such characters; a longer one is left out. */
function plainOf(value: unknown): string | undefined {
  const isPlain = typeof value === 'string' && value !== '' && value.length <= maxPlainLength
  return isPlain && value.isWellFormed() && value.search(unseen) < 0 ? value : undefined
}
