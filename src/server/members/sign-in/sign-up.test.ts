import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { members } from '../../db/tables/members.ts'
import { normalizeEmail } from '../../input/email-address.ts'
import {
  accountsUrl,
  openTestProvider,
  type TestProvider,
  testPassword,
} from '../../testing/doubles/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await openTestProvider({ env: { IDENTITY_LIMITS: '1000' } })
})
afterAll(() => provider.close())

const accounts = () => provider.database.db.$count(members)

test('API-36 an account is made, and its reply is what the SDK reads', async () => {
  const email = 'first@example.com'
  const { status, body } = await provider.call('signUp', {
    email,
    password: testPassword,
    returnSecureToken: true,
    clientType: 'CLIENT_TYPE_WEB',
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    kind: expect.any(String),
    localId: expect.stringMatching(/^[A-Za-z0-9]{28}$/),
    email,
    idToken: expect.any(String),
    refreshToken: expect.any(String),
    expiresIn: '3600',
  })
  expect(await provider.identity.verifyMember(body.idToken)).toEqual({
    uid: body.localId,
    email,
    isEmailVerified: false,
    signedInAt: expect.any(Number),
  })
  const [row] = await provider.database.db.select().from(members).where(eq(members.email, email))
  expect(row?.passwordHash).toMatch(/^\$argon2id\$/)
  expect(row?.emailVerified).toBe(false)
})

test('C9 of fifty sign-ups of one address at once one makes the account', async () => {
  const before = await accounts()
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) => {
      const email = index % 2 ? 'Crowd@Example.com ' : 'crowd@example.com'
      return provider.call('signUp', { email, password: testPassword })
    }),
  )
  const codes = replies.map(({ code }) => code)
  expect(codes.filter((code) => code === undefined)).toHaveLength(1)
  expect(codes.filter((code) => code === 'EMAIL_EXISTS')).toHaveLength(49)
  expect(await accounts()).toBe(before + 1)
})

test('C9 spellings of one mailbox are one account, and each of them signs in', async () => {
  await provider.call('signUp', { email: 'Jo.Lee@gmail.com', password: testPassword })
  const spellings = ['jolee@gmail.com', ' JOLEE@GMAIL.COM\t', 'j.o.lee@googlemail.com']
  for (const email of spellings) {
    const again = await provider.call('signUp', { email, password: testPassword })
    expect(again).toMatchObject({ status: 400, code: 'EMAIL_EXISTS' })
    const entered = await provider.call('signInWithPassword', { email, password: testPassword })
    expect(entered.body.email).toBe('jo.lee@gmail.com')
  }
  // Other mail providers treat a dot as a letter.
  await provider.call('signUp', { email: 'jo.lee@example.com', password: testPassword })
  const other = await provider.call('signUp', {
    email: 'jolee@example.com',
    password: testPassword,
  })
  expect(other.status).toBe(200)
})

const addressesThatAreNone = [
  'a@',
  '@b.example',
  'plain',
  'a@b',
  'a b@c.example',
  'a@@b.example',
  'a@b@c.example',
  '.a@b.example',
  'a.@b.example',
  'a..b@c.example',
  'a@b..example',
  'a@b.example.',
  'a@-b.example',
  'a\r\nBcc: x@y.example@b.example',
  'a@b.example\r\nBcc: x@y.example',
  'а@b.example',
  'a＠b.example',
  'a@b.example, c@d.example',
  '"a"@b.example',
  `${'a'.repeat(65)}@b.example`,
  `a@${'b'.repeat(300)}.example`,
  'x'.repeat(50_000),
]

test('A5 C9 ERROR-05 texts that are no address are refused', async () => {
  const before = await accounts()
  for (const email of addressesThatAreNone) {
    const reply = await provider.call('signUp', { email, password: testPassword })
    expect(reply, email.slice(0, 80)).toMatchObject({ status: 400, code: 'INVALID_EMAIL' })
  }
  expect(await accounts()).toBe(before)
})

test('C9 an accepted address is one line of ASCII, at most 254 long, whatever was sent', () => {
  const part = fc.stringMatching(/^[A-Za-z0-9.+_-]{1,70}$/)
  const address = fc
    .tuple(part, part, fc.string({ unit: 'binary', maxLength: 2 }), part)
    .map(([name, host, noise, rest]) => `${name}@${host}${noise}${rest}.example`)
  fc.assert(
    fc.property(address, (text) => {
      const email = normalizeEmail(text)
      if (email === undefined) return true
      return /^[!-~]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(email) && email.length <= 254
    }),
    { numRuns: 5_000 },
  )
})

test.each([
  ['MISSING_PASSWORD', { email: 'new@example.com' }],
  ['MISSING_EMAIL', { password: testPassword }],
  ['WEAK_PASSWORD', { email: 'new@example.com', password: 'abc12' }],
  ['PASSWORD_DOES_NOT_MEET_REQUIREMENTS', { email: 'new@example.com', password: 'ABC123' }],
  ['PASSWORD_DOES_NOT_MEET_REQUIREMENTS', { email: 'new@example.com', password: 'abcdef' }],
  [
    'PASSWORD_DOES_NOT_MEET_REQUIREMENTS',
    { email: 'new@example.com', password: 'a1'.repeat(2_049) },
  ],
  ['INVALID_ARGUMENT', { email: ['new@example.com'], password: testPassword }],
  ['INVALID_ARGUMENT', { email: 'new@example.com', password: 123456 }],
  ['INVALID_ARGUMENT', { email: 'new@example.com', password: `abc123\u0000` }],
])('C9 sign-up %# is refused as %s', async (code, fields) => {
  const before = await accounts()
  expect(await provider.call('signUp', fields)).toMatchObject({ status: 400, code })
  expect(await accounts()).toBe(before)
})

test.each([
  { localId: 'chosen' },
  { emailVerified: true },
  { customAttributes: '{"admin":true}' },
  { disabled: true },
  { phoneNumber: '+886912345678' },
  { tenantId: 'other' },
  { targetProjectId: 'other' },
  { createdAt: '1' },
])('C9 C10 a client may not set %j', async (privileged) => {
  const before = await accounts()
  const fields = { email: 'sly@example.com', password: testPassword, ...privileged }
  const headers = { authorization: 'Bearer owner' }
  const reply = await provider.call('signUp', fields, { headers })
  expect(reply).toMatchObject({ status: 403, code: 'INSUFFICIENT_PERMISSION' })
  expect(await accounts()).toBe(before)
})

test('C10 there are no anonymous accounts, and none is linked to another', async () => {
  const anonymous = await provider.call('signUp', { returnSecureToken: true })
  expect(anonymous).toMatchObject({ status: 400, code: 'ADMIN_ONLY_OPERATION' })
  const { idToken } = await provider.signUp()
  const linked = { idToken, email: 'linked@example.com', password: testPassword }
  expect(await provider.call('signUp', linked)).toMatchObject({ code: 'OPERATION_NOT_ALLOWED' })
})

test('C10 sign-ups from one network are limited, and from the next one they go on', async () => {
  const limited = await openTestProvider({
    limits: { signUpByNetwork: { name: 'test.sign-up', max: 3, windowSeconds: 3600 } },
  })
  try {
    const signUp = (index: number, ip: string) => {
      const email = `limited-${index}@example.com`
      return limited.call('signUp', { email, password: testPassword }, { ip })
    }
    for (const index of [1, 2, 3]) expect((await signUp(index, '192.0.2.1')).status).toBe(200)
    const refused = await signUp(4, '192.0.2.1')
    expect(refused).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS_TRY_LATER' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await signUp(4, '192.0.2.2')).status).toBe(200)
  } finally {
    await limited.close()
  }
})

test('C10 sign-ups from many networks shut nobody out, and those of an account that exists are not counted in all (MEND-53)', async () => {
  const limited = await openTestProvider({
    limits: {
      signUpByAll: { name: 'test.sign-up.all', max: 3, windowSeconds: 3600 },
      signUpUnderAttack: { name: 'test.sign-up.under-attack', max: 2, windowSeconds: 3600 },
    },
  })
  try {
    const signUp = async (name: string, ip: string) => {
      const fields = { email: `${name}@example.com`, password: testPassword }
      const { status, code } = await limited.call('signUp', fields, { ip })
      return code ?? status
    }
    const refused = 'TOO_MANY_ATTEMPTS_TRY_LATER'
    const signUpEach = async (names: string[], ip: (index: number) => string) => {
      const replies: unknown[] = []
      for (const [index, name] of names.entries()) replies.push(await signUp(name, ip(index)))
      return replies
    }
    expect(await signUp('first', '198.51.100.1')).toBe(200)
    const existing = await signUpEach(Array(6).fill('first'), (n) => `203.0.113.${n}`)
    expect(existing).toEqual(Array(6).fill('EMAIL_EXISTS'))
    // Two more make three; then a /48 has two, and so has everybody else.
    const many = await signUpEach(['a', 'b', 'c', 'd', 'e'], (n) => `2001:db8:7:${n}::1`)
    expect(many).toEqual([200, 200, 200, 200, refused])
    expect(await signUpEach(['first', 'f', 'g', 'h'], () => '192.0.2.1')).toEqual([
      'EMAIL_EXISTS',
      200,
      200,
      refused,
    ])
    // Whether there is an account is not told past the bound.
    expect(await signUp('first', '192.0.2.1')).toBe(refused)
  } finally {
    await limited.close()
  }
})

test('C19 API-43 a call without the API key or with another is refused and does nothing', async () => {
  const before = await accounts()
  const payload = { email: 'keyless@example.com', password: testPassword }
  const url = accountsUrl('signUp')
  const cases: [string, number][] = [
    [url.replace('?key=minmin', ''), 403],
    [url.replace('minmin', ''), 403],
    [url.replace('minmin', 'other'), 400],
    [`${url}&key=minmin`, 400],
    [url.replace('key=minmin', 'Key=minmin'), 403],
  ]
  for (const [address, status] of cases) {
    const response = await provider.app.inject({ method: 'POST', url: address, payload })
    expect(response.statusCode, address).toBe(status)
    expect(response.json()).toMatchObject({
      error: { code: status, message: expect.any(String), errors: [{ domain: 'global' }] },
    })
  }
  expect(await accounts()).toBe(before)
})
