import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networksOf } from '../../limits/network.ts'
import { consume } from '../../limits/rate-limit.ts'
import { lookup } from '../account/lookup.ts'
import { sendActionCode } from '../account/send-action-code.ts'
import { deleteAccount, updateAccount } from '../account/update-account.ts'
import { resetPassword } from '../account/use-action-code.ts'
import { IdentityError, ProviderBusy } from '../identity-error.ts'
import { readBrowserCookie } from '../line/browser-cookie.ts'
import { signInWithIdp } from '../line/sign-in-with-idp.ts'
import { describePolicy } from '../sign-in/password-policy.ts'
import { refreshSession, revokeToken } from '../sign-in/refresh-session.ts'
import { signInWithPassword } from '../sign-in/sign-in.ts'
import { signUp } from '../sign-in/sign-up.ts'
import { projectId } from '../tokens/id-token.ts'
import type { Call, Client, Provider } from './provider.ts'
import { fieldsOf, openProviderScope } from './provider-scope.ts'
import { refusePrivileged } from './request-fields.ts'

/** Endpoints of Google's API that the shop lacks: other sign-in methods, and administration. */
const refused = [
  'v1/accounts',
  'v1/accounts::batchCreate',
  'v1/accounts::batchDelete',
  'v1/accounts::batchGet',
  'v1/accounts::query',
  'v1/accounts::sendVerificationCode',
  'v1/accounts::signInWithCustomToken',
  'v1/accounts::signInWithEmailLink',
  'v1/accounts::signInWithGameCenter',
  'v1/accounts::signInWithPhoneNumber',
  'v1/accounts::verifyIosClient',
  'v1/sessionCookiePublicKeys',
  'v1/projects/*',
  'v2/accounts/*',
  'v2/projects/*',
]

/** The part of the Google Identity Toolkit API that the SDK calls for e-mail, password and LINE. */
export function providerRoutes(app: FastifyInstance, provider: Provider, apiKey: string): void {
  const accounts = { prefix: '/identitytoolkit.googleapis.com', apiKey }
  openProviderScope(app, accounts, (scope) => {
    const post = (name: string, call: Call) => {
      // Two colons are one in the address; a single one would begin a parameter.
      scope.post(`/v1/accounts::${name}`, async (request) => {
        const fields = fieldsOf(request)
        refusePrivileged(fields)
        return call(provider, fields, clientOf(request, provider.config))
      })
    }
    post('signUp', withHashingSlot(signUp))
    post('signInWithPassword', withHashingSlot(signInWithPassword))
    post('signInWithIdp', signInWithIdp)
    post('lookup', withRateLimit(lookup))
    post('createAuthUri', withRateLimit(listSignInMethods))
    post('update', updateAccount)
    post('delete', deleteAccount)
    post('sendOobCode', sendActionCode)
    post('resetPassword', withHashingSlot(resetPassword))

    const revoke = withRateLimit(revokeToken)
    scope.post('/v2/accounts::revokeToken', async (request) => {
      return revoke(provider, fieldsOf(request), clientOf(request, provider.config))
    })

    scope.get('/v2/passwordPolicy', async () => describePolicy(provider.config.passwordPolicy))
    scope.get('/v2/recaptchaConfig', async () => ({
      // The SDK parses the key even when no token uses it.
      recaptchaKey: `projects/${projectId}/keys/none`,
      recaptchaEnforcementState: [
        { provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'OFF' },
        { provider: 'PHONE_PROVIDER', enforcementState: 'OFF' },
      ],
    }))
    scope.get('/v1/recaptchaParams', async () => ({
      kind: 'identitytoolkit#GetRecaptchaParamResponse',
      recaptchaSiteKey: '',
      recaptchaStoken: '',
    }))
    scope.get('/v1/projects', async () => ({ projectId, authorizedDomains: [] }))

    for (const path of refused) {
      scope.all(`/${path}`, async () => {
        throw new IdentityError('OPERATION_NOT_ALLOWED')
      })
    }
  })

  const tokens = { prefix: '/securetoken.googleapis.com', apiKey }
  openProviderScope(app, tokens, (scope) => {
    const refresh = withRateLimit(refreshSession)
    scope.post('/v1/token', async (request) => {
      return refresh(provider, fieldsOf(request), clientOf(request, provider.config))
    })
  })
}

/**
 * Google's answer where addresses are protected from being asked for: the SDK reads no methods from
 * it, whoever is asked about.
 */
const listSignInMethods: Call = async () => ({
  kind: 'identitytoolkit#CreateAuthUriResponse',
  sessionId: randomBytes(20).toString('base64url'),
})

/** Refuses a flood of hashing calls before they query the database. */
function withHashingSlot(call: Call): Call {
  return (provider, fields, client) =>
    provider.hasher.withHashingSlot(client.networks.widest, () => call(provider, fields, client))
}

/** Limits a call that the SDK makes by itself; a refusal must look transient to it. */
function withRateLimit(call: Call): Call {
  return async (provider, fields, client) => {
    const { db, limits } = provider
    const result = await consume(db, limits.lookupByNetwork, client.networks.subscriber)
    if (!result.isAllowed) throw new ProviderBusy(result.retryAfter)
    return call(provider, fields, client)
  }
}

function clientOf(request: FastifyRequest, config: Provider['config']): Client {
  return {
    ip: request.ip,
    networks: networksOf(request.ip),
    userAgent: request.headers['user-agent'] ?? '',
    browser: readBrowserCookie(request, config),
  }
}
