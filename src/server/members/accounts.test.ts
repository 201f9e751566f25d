import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProvider, type TestProvider, testPassword } from '../testing/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await openTestProvider({ env: { IDENTITY_LIMITS: '1000' } })
})
afterAll(() => provider.close())

test('API-35 API-36 API-44 API-61 an account is made, signed in, looked up and refreshed', async () => {
  const email = 'first@example.com'
  const made = await provider.call('signUp', {
    email,
    password: testPassword,
    returnSecureToken: true,
  })
  expect(made).toMatchObject({ status: 200, body: { email, expiresIn: '3600' } })
  const entered = await provider.call('signInWithPassword', { email, password: testPassword })
  expect(entered).toMatchObject({
    status: 200,
    body: { localId: made.body.localId, registered: true },
  })
  const found = await provider.call('lookup', { idToken: entered.body.idToken })
  expect(found.body.users).toHaveLength(1)
  const refreshed = await provider.refresh(entered.body.refreshToken)
  expect(refreshed.body).toMatchObject({
    token_type: 'Bearer',
    refresh_token: entered.body.refreshToken,
  })
  expect(await provider.identity.verifyMember(refreshed.body.access_token)).toEqual({
    uid: made.body.localId,
    email,
  })
})
