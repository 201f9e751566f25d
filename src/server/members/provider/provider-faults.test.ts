import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DatabaseProxy, openDatabaseProxy } from '../../testing/doubles/database-proxy.ts'
import { createTestHasher } from '../../testing/doubles/test-hasher.ts'
import {
  openTestProvider,
  type Reply,
  type TestMember,
  type TestProvider,
  testPassword,
} from '../../testing/doubles/test-provider.ts'

let provider: TestProvider
let member: TestMember
let proxy: DatabaseProxy
beforeAll(async () => {
  provider = await openTestProvider({
    env: { DATABASE_TIMEOUT: '3' },
    limits: { lookupByNetwork: { name: 'test.lookup', max: 20, windowSeconds: 60 } },
    reach: async (databaseUrl) => {
      proxy = await openDatabaseProxy(databaseUrl)
      return proxy.url
    },
  })
  member = await provider.signUp()
})
afterAll(async () => {
  await provider.close()
  await proxy.close()
})

/** An answer in the provider's JSON shape would sign the member out for good. */
function expectNoClientError({ status, headers, body }: Reply) {
  expect(status).toBe(503)
  expect(headers['content-type']).toMatch(/^text\/plain/)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(() => JSON.parse(body)).toThrow()
}

/** A slow machine may let the first calls wait for the database in vain. */
async function expectAnswer(call: () => Promise<Reply>) {
  await expect.poll(async () => (await call()).status).toBeLessThan(500)
}

/** Both calls of a page's load, and all that a member may have open. */
const calls: [string, () => Promise<Reply>][] = [
  ['lookup', () => provider.call('lookup', { idToken: member.idToken })],
  ['token', () => provider.refresh(member.refreshToken)],
  ['signUp', () => provider.call('signUp', { email: 'x@example.com', password: testPassword })],
  [
    'signInWithPassword',
    () => provider.call('signInWithPassword', { email: member.email, password: testPassword }),
  ],
  ['update', () => provider.call('update', { idToken: member.idToken, displayName: 'x' })],
  [
    'sendOobCode',
    () => provider.call('sendOobCode', { requestType: 'PASSWORD_RESET', email: member.email }),
  ],
  ['resetPassword', () => provider.call('resetPassword', { oobCode: 'x' })],
]

test.each(calls)('C13 while the database is away, %s gives no client error', async (_, call) => {
  await proxy.cut()
  expectNoClientError(await call())
  await expect(provider.identity.verifyMember(member.idToken)).rejects.toThrow()
  await proxy.restore()
  await expectAnswer(call)
  expect(await provider.identity.verifyMember(member.idToken)).not.toBeNull()
})

test('C13 while the database does not answer, no call gives a client error', async () => {
  proxy.stall()
  const replies = await Promise.all(calls.map(([, call]) => call()))
  for (const reply of replies) expectNoClientError(reply)
  await proxy.restore()
  for (const [, call] of calls) await expectAnswer(call)
})

test('C13 while a table is locked, lookup and token give no client error', async () => {
  const { db } = provider.database
  await db.transaction(async (tx) => {
    await tx.execute('lock table members in access exclusive mode')
    const replies = await Promise.all([
      provider.call('lookup', { idToken: member.idToken }, { ip: '192.0.2.9' }),
      provider.refresh(member.refreshToken, { ip: '192.0.2.9' }),
    ])
    for (const reply of replies) expectNoClientError(reply)
  })
  await expectAnswer(() =>
    provider.call('lookup', { idToken: member.idToken }, { ip: '192.0.2.9' }),
  )
})

test('C13 a limit of ours on lookup and token gives no client error', async () => {
  const from = { ip: '192.0.2.50' }
  for (let index = 0; index < 20; index++) {
    const reply = await provider.call('lookup', { idToken: member.idToken }, from)
    expect(reply.status).toBe(200)
  }
  expectNoClientError(await provider.call('lookup', { idToken: member.idToken }, from))
  expectNoClientError(await provider.refresh(member.refreshToken, from))
  const elsewhere = await provider.refresh(member.refreshToken, { ip: '192.0.2.51' })
  expect(elsewhere.status).toBe(200)
})

test('C13 a fault of ours is no client error, and gives no details away', async () => {
  const broken = createTestHasher()
  broken.verify = () => Promise.reject(new TypeError('secret of the house'))
  const faulty = await openTestProvider({ hasher: broken })
  try {
    const fields = { email: 'x@example.com', password: 'x' }
    const reply = await faulty.call('signInWithPassword', fields)
    expect(reply.status).toBe(500)
    expect(reply.headers['content-type']).toMatch(/^text\/plain/)
    expect(reply.body).not.toContain('secret')
  } finally {
    await faulty.close()
  }
})

test('G3 more sign-ins than there is time to hash are refused, and members stay signed in', async () => {
  const busy = await openTestProvider({
    hasher: createTestHasher({ concurrency: 1, maxWaiting: 4 }),
    env: { IDENTITY_LIMITS: '1000' },
  })
  try {
    const { idToken, refreshToken, email } = await busy.signUp()
    const signIn = () => busy.call('signInWithPassword', { email, password: testPassword })
    const storm = Array.from({ length: 100 }, signIn)
    const loads = await Promise.all([busy.call('lookup', { idToken }), busy.refresh(refreshToken)])
    expect(loads.map(({ status }) => status)).toEqual([200, 200])
    const replies = await Promise.all(storm)
    const refused = replies.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThan(0)
    expect(replies.length - refused.length).toBeGreaterThanOrEqual(5)
    for (const reply of refused) {
      expect(reply).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS_TRY_LATER' })
      expect(reply.headers['retry-after']).toBe('2')
    }
    // Nothing was compared for them, so nothing counts against the member.
    expect((await signIn()).status).toBe(200)
  } finally {
    await busy.close()
  }
})

test('G3 a flood of sign-ins is refused before the database is asked for it', async () => {
  const busy = await openTestProvider({
    hasher: createTestHasher({ concurrency: 1, maxWaiting: 4 }),
    env: { IDENTITY_LIMITS: '1000' },
  })
  const { email } = await busy.signUp()
  const locked = await busy.database.pool.connect()
  try {
    // From here on every query of the counters waits.
    await locked.query('begin; lock table rate_limit_counts')
    const calls = Array.from({ length: 100 }, () =>
      busy.call('signInWithPassword', { email, password: testPassword }),
    )
    const refusals: Reply[] = []
    await new Promise<void>((resolve) => {
      for (const call of calls) {
        void call.then((reply) => refusals.push(reply) === 95 && resolve())
      }
    })
    expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([429]))
    await locked.query('rollback')
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
  } finally {
    locked.release()
    await busy.close()
  }
})

test('C13 every answer to lookup and token is a JSON object or no client error at all', async () => {
  const bodies = ['', '{', '[]', 'null', '{"idToken":null}', `{"idToken":"${'x'.repeat(70_000)}"}`]
  for (const payload of bodies) {
    const response = await provider.app.inject({
      method: 'POST',
      url: '/identitytoolkit.googleapis.com/v1/accounts:lookup?key=minmin',
      remoteAddress: '192.0.2.60',
      headers: { 'content-type': 'application/json' },
      payload,
    })
    const isClientError = typeof response.json() === 'object' && response.json().error.code < 500
    expect(isClientError).toBe(true)
  }
})

test.each([
  ['application/json', Buffer.from('{"email":"a@example.com","password":"abc123\xff"}', 'latin1')],
  ['application/x-www-form-urlencoded', Buffer.from('email=a%40example.com&x=\xff', 'latin1')],
  ['text/plain', Buffer.from('{}')],
  ['garbage', Buffer.from('{}')],
])(
  'C13 A14 a body of %s that cannot be read is refused, without a word of the inside',
  async (type, payload) => {
    const response = await provider.app.inject({
      method: 'POST',
      url: '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=minmin',
      headers: { 'content-type': type },
      payload,
    })
    expect(response.statusCode).toBe(400)
    expect(response.json().error.message).toMatch(/^INVALID_ARGUMENT : the body /)
  },
)
