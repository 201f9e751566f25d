import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf, takeFrom } from '../limits/rate-limit.ts'
import { projectId } from './id-token.ts'
import { IdentityError, ProviderBusy } from './identity-error.ts'
import { lookup } from './lookup.ts'
import { describePolicy } from './password-policy.ts'
import type { Call, Client, Provider } from './provider.ts'
import { fieldsOf, openProviderScope } from './provider-scope.ts'
import { refreshSession } from './refresh-session.ts'
import { refusePrivileged } from './request-fields.ts'
import { sendActionCode } from './send-action-code.ts'
import { signInWithPassword } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { deleteAccount, updateAccount } from './update-account.ts'
import { resetPassword } from './use-action-code.ts'

/** What the API of Google has and the shop does not: other ways to sign in, and administration. */
const refused = [
  'v1/accounts',
  'v1/accounts::batchCreate',
  'v1/accounts::batchDelete',
  'v1/accounts::batchGet',
  'v1/accounts::createAuthUri',
  'v1/accounts::query',
  'v1/accounts::sendVerificationCode',
  'v1/accounts::signInWithCustomToken',
  'v1/accounts::signInWithEmailLink',
  'v1/accounts::signInWithGameCenter',
  'v1/accounts::signInWithIdp',
  'v1/accounts::signInWithPhoneNumber',
  'v1/accounts::verifyIosClient',
  'v1/sessionCookiePublicKeys',
  'v1/projects/*',
  'v2/accounts/*',
  'v2/accounts::revokeToken',
  'v2/projects/*',
]

/** The part of the Google Identity Toolkit API that the SDK calls for e-mail and password. */
export function providerRoutes(app: FastifyInstance, provider: Provider, apiKey: string): void {
  const accounts = { prefix: '/identitytoolkit.googleapis.com', apiKey }
  openProviderScope(app, accounts, (scope) => {
    const post = (name: string, call: Call) => {
      // Two colons are one in the address; a single one would begin a parameter.
      scope.post(`/v1/accounts::${name}`, async (request) => {
        const fields = fieldsOf(request)
        refusePrivileged(fields)
        return call(provider, fields, clientOf(request))
      })
    }
    post('signUp', hashing(signUp))
    post('signInWithPassword', hashing(signInWithPassword))
    post('lookup', unhurried(lookup))
    post('update', updateAccount)
    post('delete', deleteAccount)
    post('sendOobCode', sendActionCode)
    post('resetPassword', hashing(resetPassword))

    scope.get('/v2/passwordPolicy', async () => describePolicy(provider.config.passwordPolicy))
    scope.get('/v2/recaptchaConfig', async () => ({
      // The SDK takes the key apart even where none is ever used.
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
    const refresh = unhurried(refreshSession)
    scope.post('/v1/token', async (request) => {
      return refresh(provider, fieldsOf(request), clientOf(request))
    })
  })
}

/** A flood of calls that hash is refused before it takes the database's time as well. */
function hashing(call: Call): Call {
  return (provider, fields, client) => provider.hasher.admit(() => call(provider, fields, client))
}

/** Limits a call that the SDK makes by itself; being too many is no verdict on the member. */
function unhurried(call: Call): Call {
  return async (provider, fields, client) => {
    const { db, limits } = provider
    const refusal = await takeFrom(db, limits.lookupByNetwork, client.network)
    if (refusal) throw new ProviderBusy(refusal.retryAfter)
    return call(provider, fields, client)
  }
}

function clientOf(request: FastifyRequest): Client {
  return { network: networkOf(request.ip), userAgent: request.headers['user-agent'] ?? '' }
}
