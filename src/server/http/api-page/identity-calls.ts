/** The calls of the shop's own identity provider, in the document of the API: they are Google's. */

type Schema = Record<string, unknown>

const text = { type: 'string' }
const flags = new Set(['returnSecureToken'])
const object = (required: readonly string[], optional: readonly string[] = []): Schema => ({
  type: 'object',
  required,
  properties: Object.fromEntries(
    [...required, ...optional].map((name) => [name, flags.has(name) ? { type: 'boolean' } : text]),
  ),
  additionalProperties: true,
})

const refusal = object([])
const tokens = ['idToken', 'refreshToken', 'expiresIn', 'localId', 'email'] as const
const toolkit = '/identitytoolkit.googleapis.com'

interface Call {
  method: 'get' | 'post'
  path: string
  summary: string
  body?: Schema
  reply: Schema
}

const account = (
  name: string,
  summary: string,
  body: Schema,
  reply: Schema = object([]),
): Call => ({
  method: 'post',
  path: `${toolkit}/v1/accounts:${name}`,
  ...{ summary, body, reply },
})

const calls: readonly Call[] = [
  account(
    'signUp',
    'Register a member; idToken is the token of the calls of members',
    object(['email', 'password'], ['returnSecureToken']),
    object(tokens),
  ),
  account(
    'signInWithPassword',
    'Sign a member in',
    object(['email', 'password'], ['returnSecureToken']),
    object(tokens),
  ),
  account(
    'signInWithIdp',
    'Sign a member in by LINE, with what its page gave back',
    object(['requestUri', 'postBody']),
  ),
  account('lookup', 'The account of a token', object(['idToken']), {
    ...object([]),
    properties: { users: { type: 'array', items: object(['localId']) } },
  }),
  account('createAuthUri', 'Which ways to sign in an address has: it tells none', object([])),
  account(
    'update',
    'Change the name, the address or the password of an account',
    object(['idToken'], ['displayName', 'email', 'password', 'oobCode']),
  ),
  account('delete', 'Delete the own account', object(['idToken'])),
  account(
    'sendOobCode',
    'Mail a link: to prove a mailbox, or to reset a password',
    object(['requestType'], ['email', 'idToken']),
  ),
  account(
    'resetPassword',
    'Set a password by the code of a mail',
    object(['oobCode'], ['newPassword']),
  ),
  {
    method: 'post',
    path: `${toolkit}/v2/accounts:revokeToken`,
    summary: 'End the session of a refresh token',
    body: object(['tokenType', 'token']),
    reply: object([]),
  },
  {
    method: 'get',
    path: `${toolkit}/v2/passwordPolicy`,
    summary: 'What a password must have',
    reply: object([]),
  },
  {
    method: 'get',
    path: `${toolkit}/v2/recaptchaConfig`,
    summary: 'For the SDK: no riddle is asked',
    reply: object([]),
  },
  {
    method: 'get',
    path: `${toolkit}/v1/recaptchaParams`,
    summary: 'For the SDK: no riddle is asked',
    reply: object([]),
  },
  {
    method: 'get',
    path: `${toolkit}/v1/projects`,
    summary: 'For the SDK: the project of the shop',
    reply: object(['projectId']),
  },
  {
    method: 'post',
    path: '/securetoken.googleapis.com/v1/token',
    summary: 'A new idToken for a refresh token',
    body: object(['grant_type', 'refresh_token']),
    reply: object(['id_token', 'refresh_token', 'expires_in', 'user_id']),
  },
]

interface IdentityOperation {
  summary: string
  tags: string[]
  'x-caller': 'anyone'
  security: []
  parameters: object[]
  requestBody?: object
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } })

/** By path and method; `key` is the public key of the project, which names it and is no secret. */
export function identityPaths() {
  const paths: Record<string, Record<string, IdentityOperation>> = {}
  for (const { method, path, summary, body, reply } of calls) {
    paths[path] = {
      [method]: {
        summary,
        tags: ['identity'],
        'x-caller': 'anyone',
        security: [],
        parameters: [{ in: 'query', name: 'key', required: true, schema: text }],
        ...(body && { requestBody: { required: true, ...json(body) } }),
        responses: {
          200: { description: 'Done', ...json(reply) },
          '4XX': { description: 'Refused, as Google does', ...json(refusal) },
          '5XX': { description: 'Try again later' },
        },
      },
    }
  }
  return paths
}
