import type { JsonSchema } from './json-schema.ts'
import { createOperation, type Operation } from './operation.ts'

const text: JsonSchema = { type: 'string' }
const clearable: JsonSchema = { anyOf: [text, { type: 'null' }] }
const required = (...names: string[]): JsonSchema => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string', minLength: 1 }])),
})
const reply = (names: string[], more: Record<string, JsonSchema> = {}): JsonSchema => ({
  type: 'object',
  required: [...names, ...Object.keys(more)],
  properties: { ...Object.fromEntries(names.map((name) => [name, text])), ...more },
  additionalProperties: true,
})

const tokenPair = ['idToken', 'refreshToken', 'expiresIn']
const list: JsonSchema = { type: 'array' }

/**
 * Bodies and replies of the calls; the provider's API is Google's, so the shop does not document
 * it.
 */
const calls: Record<string, { body: JsonSchema; reply: JsonSchema }> = {
  '/v1/accounts:signUp': {
    body: required('email', 'password'),
    reply: reply(['kind', 'localId', 'email', ...tokenPair]),
  },
  '/v1/accounts:signInWithPassword': {
    body: required('email', 'password'),
    reply: reply(['kind', 'localId', 'email', 'displayName', ...tokenPair]),
  },
  '/v1/accounts:lookup': { body: required('idToken'), reply: reply(['kind'], { users: list }) },
  '/v1/accounts:update': {
    body: {
      type: 'object',
      required: ['idToken'],
      properties: {
        idToken: { type: 'string', minLength: 1 },
        displayName: clearable,
        photoUrl: clearable,
      },
    },
    reply: reply(['kind', 'localId', 'email']),
  },
  '/v1/accounts:delete': { body: required('idToken'), reply: reply(['kind']) },
  '/v1/accounts:sendOobCode': {
    body: required('requestType', 'email'),
    reply: reply(['kind', 'email']),
  },
  '/v1/accounts:resetPassword': {
    body: required('oobCode', 'newPassword'),
    reply: reply(['kind', 'requestType', 'email']),
  },
}

const reads: Record<string, JsonSchema> = {
  '/v2/passwordPolicy': reply(['enforcementState'], { customStrengthOptions: { type: 'object' } }),
  '/v2/recaptchaConfig': reply(['recaptchaKey'], { recaptchaEnforcementState: list }),
  '/v1/recaptchaParams': reply(['kind']),
  '/v1/projects': reply(['projectId'], { authorizedDomains: list }),
}

const refresh = {
  body: required('grant_type', 'refresh_token'),
  reply: reply(['access_token', 'id_token', 'refresh_token', 'expires_in', 'user_id']),
}

/** All operations of the identity provider that the shop's web uses. */
export function providerOperations(): Operation[] {
  const toolkit = '/identitytoolkit.googleapis.com'
  const make = (
    method: string,
    path: string,
    call: { body: JsonSchema | null; reply: JsonSchema },
  ) =>
    createOperation({
      ...call,
      name: `${method} ${path}`,
      method,
      path,
      caller: 'provider',
      permissions: 'self',
      query: {},
      isUpload: false,
    })
  return [
    ...Object.entries(calls).map(([path, call]) => make('POST', `${toolkit}${path}`, call)),
    ...Object.entries(reads).map(([path, given]) =>
      make('GET', `${toolkit}${path}`, { body: null, reply: given }),
    ),
    make('POST', '/securetoken.googleapis.com/v1/token', refresh),
  ]
}
