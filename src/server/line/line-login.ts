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
  /** The person of an id token of ours, such as one of LIFF. */
  readIdToken(token: string, nonce?: string): Promise<ExchangedPerson>
  isFriend(
    accessToken: string,
  ): Promise<{ type: 'friendship'; isFriend: boolean } | LineRefusal | LineFailure>
  /** Takes back what the person has agreed to, when the account is deleted. */
  deauthorize(accessToken: string): Promise<{ type: 'done' } | LineRefusal | LineFailure>
}

type ExchangedPerson = { type: 'person'; person: LinePerson } | LineRefusal | LineFailure

const issuer = 'https://access.line.me'
const clockToleranceSeconds = 60
const maxTokenLength = 8192

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

  async function readIdToken(token: string, nonce?: string): Promise<ExchangedPerson> {
    if (token.length > maxTokenLength) return invalid('the id token is too long')
    try {
      const { payload } = await jwtVerify(token, keyOf, {
        algorithms: ['HS256', 'ES256'],
        issuer,
        audience: channelId,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['exp', 'iat', 'sub'],
      })
      // One that was asked for with a nonce is for the browser that knows it.
      if (payload.nonce !== nonce) return invalid('nonce')
      const person = toPerson(payload)
      return person ? { type: 'person', person } : invalid('sub')
    } catch (error) {
      const isAboutToken =
        error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)
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
      const read = await readIdToken(idToken, nonce)
      return read.type === 'person' ? { ...read, accessToken } : read
    },

    readIdToken,

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

function toPerson({ sub, name, picture, email }: JWTPayload): LinePerson | undefined {
  if (!/^U[0-9a-f]{32}$/.test(sub ?? '')) return undefined
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  return {
    subject: String(sub),
    ...(text(name) && { name: text(name) }),
    ...(text(picture) && { picture: text(picture) }),
    ...(text(email) && { email: text(email) }),
  }
}
