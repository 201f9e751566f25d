import { createHash } from 'node:crypto'
import { channels } from '../channels.ts'
import { findPerson, type Line } from '../line.ts'
import {
  bearerOf,
  formOf,
  jsonOf,
  type LineAnswer,
  type LineRequest,
  type RegisterLineCall,
} from '../line-call.ts'
import { isReached } from '../people.ts'
import { issueIdToken, issuer, jwks, readIdToken } from './id-token.ts'
import {
  type AccessToken,
  accessTokenSeconds,
  channelTokenSeconds,
  type Grant,
} from './login-book.ts'

type Form = Record<string, string>

/** The calls of LINE Login v2.1. */
export function registerLoginRoutes(line: Line, register: RegisterLineCall): void {
  const { login } = line

  register('POST', '/oauth2/v2.1/token', (request) => {
    const form = formOf(request)
    if (!form) return refused('invalid_request', 'content type is invalid')
    if (form.grant_type === 'refresh_token') return refresh(line, form)
    if (form.grant_type !== 'authorization_code') {
      return refused('unsupported_grant_type', 'unsupported grant_type')
    }
    if (!isChannel(form)) return refused('invalid_client', 'invalid client_secret')
    const grant = login.takeCode(form.code ?? '')
    if (!grant) return refused('invalid_grant', 'invalid authorization code')
    if (grant.redirectUri !== form.redirect_uri) {
      return refused('invalid_grant', 'redirect_uri does not match')
    }
    if (!provesChallenge(grant, form.code_verifier)) {
      return refused('invalid_grant', 'code_verifier does not match')
    }
    return tokenAnswer(line, login.issueToken(grant))
  })

  register('GET', '/oauth2/v2.1/verify', ({ query }) => {
    const token = login.findToken(query.get('access_token') ?? '')
    if (!token) return refused('invalid_request', 'access token expired')
    const { expiresAt, grant } = token
    const expires_in = Math.floor((expiresAt.getTime() - line.clock.now().getTime()) / 1000)
    return {
      status: 200,
      body: { scope: grant.scopes.join(' '), client_id: channels.login.id, expires_in },
    }
  })
  register('POST', '/oauth2/v2.1/verify', (request) => {
    const form = formOf(request) ?? {}
    const claims = readIdToken(line, form.id_token ?? '')
    if (!claims) return refused('invalid_request', 'Invalid IdToken.')
    if (claims.iss !== issuer) return refused('invalid_request', 'Invalid IdToken Issuer.')
    if (claims.exp * 1000 <= line.clock.now().getTime()) {
      return refused('invalid_request', 'IdToken expired.')
    }
    if (claims.aud !== form.client_id)
      return refused('invalid_request', 'Invalid IdToken Audience.')
    if (form.nonce !== undefined && claims.nonce !== form.nonce) {
      return refused('invalid_request', 'Invalid IdToken Nonce.')
    }
    if (form.user_id !== undefined && claims.sub !== form.user_id) {
      return refused('invalid_request', 'Invalid IdToken Subject Identifier.')
    }
    return { status: 200, body: claims }
  })

  register('GET', '/v2/profile', (request) =>
    withToken(line, request, 'profile', ({ personId }) => {
      const person = findPerson(line, personId)
      const {
        id: userId,
        name: displayName,
        statusMessage,
      } = person ?? { id: '', name: '', statusMessage: '' }
      return { userId, displayName, ...(statusMessage && { statusMessage }) }
    }),
  )
  register('GET', '/friendship/v1/status', (request) =>
    withToken(line, request, 'profile', ({ personId }) => {
      const person = findPerson(line, personId)
      return { friendFlag: person !== undefined && isReached(person) }
    }),
  )

  register('POST', '/oauth2/v2.1/revoke', (request) => {
    const form = formOf(request) ?? {}
    if (!isChannel(form)) return refused('invalid_client', 'invalid client_secret')
    const token = login.findToken(form.access_token ?? '')
    if (token) token.isRevoked = true
    return { status: 200 }
  })
  register('POST', '/oauth2/v3/token', (request) => {
    const form = formOf(request) ?? {}
    if (form.grant_type !== 'client_credentials') {
      return refused('unsupported_grant_type', 'unsupported grant_type')
    }
    if (!isChannel(form)) return refused('invalid_client', 'invalid client_secret')
    const access_token = login.issueChannelToken()
    return {
      status: 200,
      body: { token_type: 'Bearer', access_token, expires_in: channelTokenSeconds },
    }
  })
  register('POST', '/user/v1/deauthorize', (request) => {
    if (!login.isChannelToken(bearerOf(request))) return unauthorised
    const token = login.findToken(String(jsonOf(request)?.userAccessToken ?? ''))
    if (!token) return { status: 400, body: { message: 'invalid token' } }
    login.deauthorise(token.grant.personId)
    return { status: 204 }
  })

  register('GET', '/oauth2/v2.1/certs', () => ({ status: 200, body: jwks(line) }))
  register('GET', '/.well-known/openid-configuration', ({ headers }) => {
    const own = `http://${headers.host}`
    return {
      status: 200,
      body: {
        issuer,
        authorization_endpoint: `${own}/oauth2/v2.1/authorize`,
        token_endpoint: `${own}/oauth2/v2.1/token`,
        revocation_endpoint: `${own}/oauth2/v2.1/revoke`,
        jwks_uri: `${own}/oauth2/v2.1/certs`,
        response_types_supported: ['code'],
        subject_types_supported: ['pairwise'],
        id_token_signing_alg_values_supported: ['ES256', 'HS256'],
        code_challenge_methods_supported: ['S256'],
      },
    }
  })
}

function refused(error: string, error_description: string): LineAnswer {
  return { status: 400, body: { error, error_description } }
}

const unauthorised: LineAnswer = { status: 401, body: { message: 'invalid token' } }

function isChannel({ client_id, client_secret }: Form): boolean {
  return client_id === channels.login.id && client_secret === channels.login.secret
}

function refresh(line: Line, form: Form): LineAnswer {
  if (!isChannel(form)) return refused('invalid_client', 'invalid client_secret')
  const token = line.login.refresh(form.refresh_token ?? '')
  if (!token) return refused('invalid_grant', 'invalid refresh token')
  // A token that was refreshed brings no id token.
  return { status: 200, body: tokenFields(token) }
}

/** A code that was asked for with PKCE is given to who knows the verifier. */
function provesChallenge({ challenge }: Grant, verifier: string | undefined): boolean {
  if (challenge === undefined) return verifier === undefined
  if (!/^[\w.~-]{43,128}$/.test(verifier ?? '')) return false
  return (
    createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url') === challenge
  )
}

function tokenFields({ token, refreshToken, grant }: AccessToken) {
  return {
    access_token: token,
    token_type: 'Bearer',
    refresh_token: refreshToken,
    expires_in: accessTokenSeconds,
    scope: grant.scopes.join(' '),
  }
}

function tokenAnswer(line: Line, token: AccessToken): LineAnswer {
  const { grant } = token
  const person = findPerson(line, grant.personId)
  const hasIdToken = person && grant.scopes.includes('openid')
  const id_token = hasIdToken ? { id_token: issueIdToken(line, person, grant) } : {}
  return { status: 200, body: { ...tokenFields(token), ...id_token } }
}

function withToken(
  { login }: Line,
  request: LineRequest,
  scope: string,
  answer: (grant: Grant) => object,
): LineAnswer {
  const token = login.findToken(bearerOf(request))
  if (!token) return unauthorised
  if (!token.grant.scopes.includes(scope)) {
    return { status: 403, body: { message: 'The request scope is not granted' } }
  }
  return { status: 200, body: answer(token.grant) }
}
