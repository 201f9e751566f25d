import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { members } from '../../db/tables/members.ts'
import { createTestHasher } from '../../testing/doubles/test-hasher.ts'
import {
  accountsUrl,
  openTestProvider,
  type TestProvider,
  testPassword,
} from '../../testing/doubles/test-provider.ts'

let provider: TestProvider
const hasher = createTestHasher()
const compared = vi.spyOn(hasher, 'verify')
beforeAll(async () => {
  provider = await openTestProvider({ env: { IDENTITY_LIMITS: '1000' }, hasher })
})
afterAll(() => provider.close())

test('API-35 API-40 a member signs in with e-mail and password, and again to prove it', async () => {
  const { localId, email } = await provider.signUp()
  const entered = await provider.call('signInWithPassword', {
    email: `  ${email.toUpperCase()}`,
    password: testPassword,
    returnSecureToken: true,
    clientType: 'CLIENT_TYPE_WEB',
  })
  expect(entered.status).toBe(200)
  expect(entered.body).toEqual({
    kind: expect.any(String),
    localId,
    email,
    displayName: '',
    registered: true,
    idToken: expect.any(String),
    refreshToken: expect.any(String),
    expiresIn: '3600',
  })
  // The SDK proves a re-authentication by the subject of the token.
  const claims = JSON.parse(
    Buffer.from(entered.body.idToken.split('.')[1], 'base64url').toString('utf8'),
  )
  expect(claims).toMatchObject({
    sub: localId,
    user_id: localId,
    aud: 'minmin',
    email,
    email_verified: false,
    firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
  })
  expect(claims.exp).toBe(claims.iat + 3600)
  expect(claims.auth_time).toBeGreaterThan(Date.now() / 1000 - 60)
  expect(entered.body.idToken.length).toBeLessThan(3000)
})

test('API-61 the lookup of a member has all that the SDK reads, in the types it reads', async () => {
  const { localId, email, idToken } = await provider.signUp()
  const { status, body } = await provider.call('lookup', { idToken })
  expect(status).toBe(200)
  expect(body.users).toEqual([
    {
      localId,
      email,
      emailVerified: false,
      providerUserInfo: [{ providerId: 'password', rawId: email, federatedId: email, email }],
      passwordHash: expect.stringMatching(/./),
      disabled: false,
      validSince: expect.stringMatching(/^[0-9]{10}$/),
      createdAt: expect.stringMatching(/^[0-9]{13}$/),
      lastLoginAt: expect.stringMatching(/^[0-9]{13}$/),
      lastRefreshAt: expect.stringMatching(/Z$/),
    },
  ])
})

test('API-44 a refresh token gives new ID tokens, as often as it is asked and to five tabs at once', async () => {
  const { localId, email, refreshToken } = await provider.signUp()
  const replies = await Promise.all(Array.from({ length: 5 }, () => provider.refresh(refreshToken)))
  for (const { status, body } of replies) {
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.any(String),
      id_token: body.access_token,
      refresh_token: refreshToken,
      expires_in: '3600',
      token_type: 'Bearer',
      user_id: localId,
      project_id: 'minmin',
    })
    expect(await provider.identity.verifyMember(body.access_token)).toEqual({
      uid: localId,
      email,
      isEmailVerified: false,
      signedInAt: expect.any(Number),
    })
  }
})

test('C7 a refresh token is no ID token, and the reverse', async () => {
  const { idToken, refreshToken } = await provider.signUp()
  expect(await provider.identity.verifyMember(refreshToken)).toBeNull()
  expect(await provider.call('lookup', { idToken: refreshToken })).toMatchObject({
    code: 'INVALID_ID_TOKEN',
  })
  expect(await provider.refresh(idToken)).toMatchObject({ code: 'INVALID_REFRESH_TOKEN' })
})

test.each([
  ['', 'MISSING_GRANT_TYPE'],
  ['grant_type=password&refresh_token=x', 'INVALID_GRANT_TYPE'],
  ['grant_type=refresh_token', 'MISSING_REFRESH_TOKEN'],
  ['grant_type=refresh_token&refresh_token=x', 'INVALID_REFRESH_TOKEN'],
  ['grant_type=refresh_token&refresh_token=%00', 'INVALID_ARGUMENT'],
])('API-44 the form "%s" is refused as %s', async (payload, code) => {
  const response = await provider.app.inject({
    method: 'POST',
    url: '/securetoken.googleapis.com/v1/token?key=minmin',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  })
  expect(response.statusCode).toBe(400)
  expect(response.json().error.message.split(' : ')[0]).toBe(code)
})

test('API-44 a changed character of a refresh token makes it worthless', async () => {
  const { refreshToken } = await provider.signUp()
  for (const index of [29, 40, refreshToken.length - 2]) {
    const other = refreshToken[index] === 'A' ? 'B' : 'A'
    const forged = refreshToken.slice(0, index) + other + refreshToken.slice(index + 1)
    expect(await provider.refresh(forged)).toMatchObject({ code: 'INVALID_REFRESH_TOKEN' })
  }
})

test('C2 ERROR-03 an unknown address and a wrong password are answered and worked for alike', async () => {
  const { email } = await provider.signUp()
  compared.mockClear()
  const wrong = await provider.call('signInWithPassword', { email, password: 'wrong1' })
  const unknown = await provider.call('signInWithPassword', {
    email: 'nobody@example.com',
    password: 'wrong1',
  })
  expect(wrong).toMatchObject({ status: 400, code: 'INVALID_LOGIN_CREDENTIALS' })
  expect(unknown.status).toBe(wrong.status)
  expect(unknown.body).toEqual(wrong.body)
  const sameOf = ({ date: _, ...headers }: Record<string, unknown>) => Object.keys(headers).sort()
  expect(sameOf(unknown.headers)).toEqual(sameOf(wrong.headers))
  // One comparison each, and with a dummy hash for an address that has no account.
  expect(compared).toHaveBeenCalledTimes(2)
})

test('C2 a disabled account is told only to who knows its password', async () => {
  const { email, localId, idToken, refreshToken } = await provider.signUp()
  await provider.database.db
    .update(members)
    .set({ isDisabled: true })
    .where(eq(members.uid, localId))
  const signIn = (password: string) => provider.call('signInWithPassword', { email, password })
  expect(await signIn('wrong1')).toMatchObject({ code: 'INVALID_LOGIN_CREDENTIALS' })
  expect(await signIn(testPassword)).toMatchObject({ status: 400, code: 'USER_DISABLED' })
  expect(await provider.call('lookup', { idToken })).toMatchObject({ code: 'USER_DISABLED' })
  expect(await provider.refresh(refreshToken)).toMatchObject({ code: 'USER_DISABLED' })
  expect(await provider.identity.verifyMember(idToken)).toBeNull()
})

test.each([
  [{ email: 'a@b.example' }, 'MISSING_PASSWORD'],
  [{ password: 'x' }, 'MISSING_EMAIL'],
  [{ email: 'no address', password: 'x' }, 'INVALID_EMAIL'],
  [{ email: 'a@b.example', password: 'x', tenantId: 't' }, 'INSUFFICIENT_PERMISSION'],
  [{}, 'MISSING_EMAIL'],
])('API-35 sign-in with %j is refused as %s', async (fields, code) => {
  expect(await provider.call('signInWithPassword', fields)).toMatchObject({ code })
})

test('C10 what the provider does not offer is refused, and nothing leaks', async () => {
  const { idToken, email } = await provider.signUp()
  const accounts = [
    'signInWithIdp',
    'signInWithCustomToken',
    'signInWithPhoneNumber',
    'signInWithEmailLink',
    'sendVerificationCode',
    'batchGet',
    'batchCreate',
    'query',
  ].map((name) => accountsUrl(name))
  const paths = [
    'v1/projects/minmin/accounts:query',
    'v1/projects/minmin/accounts:lookup',
    'v2/projects/minmin/config',
    'v2/accounts/mfaEnrollment:start',
    'v2/accounts/mfaSignIn:finalize',
  ].map((path) => `/identitytoolkit.googleapis.com/${path}?key=minmin`)
  const headers = { authorization: 'Bearer owner' }
  for (const url of [...accounts, ...paths]) {
    const response = await provider.app.inject({
      method: 'POST',
      url,
      headers,
      payload: { idToken, email: [email] },
    })
    expect(response.statusCode, url).toBe(400)
    expect(response.json().error.message, url).toBe('OPERATION_NOT_ALLOWED')
  }
  const lookup = await provider.call('lookup', { localId: ['x'], email: [email] }, { headers })
  expect(lookup).toMatchObject({ code: 'INSUFFICIENT_PERMISSION' })
  expect(await provider.call('lookup', { email: [email] }, { headers })).toMatchObject({
    code: 'MISSING_ID_TOKEN',
  })
})

test('C10 an address that nothing is at answers as the provider does', async () => {
  for (const path of [
    'accountsXYZ',
    'accounts:signUpX',
    'accounts/signUp',
    'x',
    'accounts:signup',
  ]) {
    const url = `/identitytoolkit.googleapis.com/v1/${path}?key=minmin`
    const response = await provider.app.inject({ method: 'POST', url, payload: {} })
    expect(response.statusCode, path).toBe(404)
    expect(response.json(), path).toMatchObject({ error: { code: 404, message: 'NOT_FOUND' } })
  }
  const get = await provider.app.inject({ method: 'GET', url: accountsUrl('signUp') })
  expect(get.statusCode).toBe(404)
})

test.each([
  ['text/plain', '{}'],
  ['application/json', '{'],
  ['application/json', '[]'],
  ['application/json', '"x"'],
  ['application/json', 'null'],
  ['application/json', `{"email":"${'x'.repeat(70_000)}"}`],
  ['multipart/form-data; boundary=x', '--x--'],
])(
  'C10 a body of %s that is no JSON object is refused in the shape of the provider',
  async (type, payload) => {
    const response = await provider.app.inject({
      method: 'POST',
      url: accountsUrl('signInWithPassword'),
      headers: { 'content-type': type },
      payload,
    })
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(response.statusCode).toBeLessThan(500)
    expect(response.json().error.message).toMatch(/^INVALID_ARGUMENT/)
  },
)

test('C13 a page of another site cannot use the provider, and gets no client error', async () => {
  const headers = { origin: 'https://evil.example' }
  const reply = await provider.call('signInWithPassword', {}, { headers })
  expect(reply.status).toBe(403)
  expect(reply.headers['content-type']).toMatch(/^text\/plain/)
  expect(reply.headers['access-control-allow-origin']).toBeUndefined()
})
