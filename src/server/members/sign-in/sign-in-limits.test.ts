import { afterEach, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import {
  openTestProvider,
  type TestProvider,
  testPassword,
} from '../../testing/doubles/test-provider.ts'
import { identityLimits } from '../identity-limits.ts'

let provider: TestProvider
afterEach(() => provider.close())

const email = 'owner@example.com'

async function open(options: Parameters<typeof openTestProvider>[0] = {}) {
  provider = await openTestProvider(options)
  await provider.call('signUp', { email, password: testPassword }, { ip: '198.51.100.1' })
}

const signIn = (password: string, ip: string, headers = {}) =>
  provider.call('signInWithPassword', { email, password }, { ip, headers })

const refusedForNow = { status: 429, code: 'TOO_MANY_ATTEMPTS_TRY_LATER' }

test('C1 from one network ten wrong passwords of an account are compared, sent together or not', async () => {
  await open()
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) => signIn(`wrong${index}`, '192.0.2.1')),
  )
  const compared = replies.filter(({ code }) => code === 'INVALID_LOGIN_CREDENTIALS')
  expect(compared).toHaveLength(10)
  const refused = replies.filter(({ code }) => code !== 'INVALID_LOGIN_CREDENTIALS')
  for (const reply of refused) expect(reply).toMatchObject(refusedForNow)
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  // Not even the right one, from there.
  expect(await signIn(testPassword, '192.0.2.1')).toMatchObject(refusedForNow)
  // The owner is elsewhere.
  expect((await signIn(testPassword, '198.51.100.1')).status).toBe(200)
})

test('C1 right passwords are not counted', async () => {
  await open()
  for (let index = 0; index < 15; index++) {
    expect((await signIn(testPassword, '192.0.2.1')).status).toBe(200)
  }
  for (let index = 0; index < 9; index++) await signIn('wrong1', '192.0.2.1')
  expect((await signIn(testPassword, '192.0.2.1')).status).toBe(200)
})

test('C1 a thousand wrong passwords from many networks leave few guesses, and the door open for the owner', async () => {
  await open()
  let compared = 0
  for (let round = 0; round < 40; round++) {
    const ip = `203.0.113.${round}`
    const replies = await Promise.all(
      Array.from({ length: 25 }, (_, index) => signIn(`wrong${index}`, ip)),
    )
    compared += replies.filter(({ code }) => code === 'INVALID_LOGIN_CREDENTIALS').length
  }
  // Ten networks have used up the account's hundred; each of the other thirty has had two.
  const { signInByAccount, signInUnderAttack } = identityLimits(readConfig({}).limits)
  expect(compared).toBe(signInByAccount.max + 30 * signInUnderAttack.max)
  expect((await signIn(testPassword, '198.51.100.1')).status).toBe(200)
  expect((await signIn(testPassword, '198.51.100.77')).status).toBe(200)
})

test('C1 the addresses of one IPv6 network count as one', async () => {
  await open()
  for (let index = 0; index < 10; index++) {
    await signIn('wrong1', `2001:db8:1:2:${index}:ffff:0:${index}`)
  }
  expect(await signIn(testPassword, '2001:db8:1:2::abcd')).toMatchObject(refusedForNow)
  expect((await signIn(testPassword, '2001:db8:1:3::abcd')).status).toBe(200)
})

test('C1 an invented X-Forwarded-For makes no other network', async () => {
  await open()
  const forged = (index: number) => ({
    'x-forwarded-for': `198.51.100.${index}`,
    forwarded: `for=198.51.100.${index}`,
    'x-real-ip': `198.51.100.${index}`,
  })
  for (let index = 0; index < 10; index++) await signIn('wrong1', '192.0.2.1', forged(index))
  expect(await signIn(testPassword, '192.0.2.1', forged(99))).toMatchObject(refusedForNow)
})

test('C1 behind a trusted proxy the network is the one that the proxy saw', async () => {
  await open({ env: { TRUSTED_PROXIES: '10.0.0.0/8' } })
  const seen = (ip: string, invented = '1.2.3.4') => ({ 'x-forwarded-for': `${invented}, ${ip}` })
  for (let index = 0; index < 10; index++) {
    await signIn('wrong1', '10.0.0.1', seen('192.0.2.1', `198.51.100.${index}`))
  }
  const refused = await signIn(testPassword, '10.0.0.1', seen('192.0.2.1'))
  expect(refused).toMatchObject(refusedForNow)
  expect((await signIn(testPassword, '10.0.0.1', seen('192.0.2.2'))).status).toBe(200)
})

test('C1 G9 two nodes count together', async () => {
  await open()
  const second = await provider.secondNode()
  for (let index = 0; index < 5; index++) {
    await signIn('wrong1', '192.0.2.1')
    await second.call('signInWithPassword', { email, password: 'wrong1' }, { ip: '192.0.2.1' })
  }
  for (const node of [provider, second]) {
    const fields = { email, password: testPassword }
    const reply = await node.call('signInWithPassword', fields, { ip: '192.0.2.1' })
    expect(reply).toMatchObject(refusedForNow)
  }
})

test('C1 C2 an address without an account is limited like one with', async () => {
  await open()
  const guess = (address: string) =>
    provider.call('signInWithPassword', { email: address, password: 'wrong1' }, { ip: '192.0.2.1' })
  const codes = async (address: string) => {
    const replies = []
    for (let index = 0; index < 12; index++) replies.push((await guess(address)).code)
    return replies
  }
  expect(await codes('nobody@example.com')).toEqual(await codes(email))
})

test('C1 one network tries so many accounts, not more', async () => {
  const limits = { signInByNetwork: { name: 'test.network', max: 4, windowSeconds: 60 } }
  await open({ limits })
  for (let index = 0; index < 4; index++) {
    const fields = { email: `spray-${index}@example.com`, password: 'wrong1' }
    const reply = await provider.call('signInWithPassword', fields, { ip: '192.0.2.1' })
    expect(reply).toMatchObject({ code: 'INVALID_LOGIN_CREDENTIALS' })
  }
  expect(await signIn(testPassword, '192.0.2.1')).toMatchObject(refusedForNow)
  expect((await signIn(testPassword, '192.0.2.2')).status).toBe(200)
})

test('C1 the scale of the configuration multiplies the limits', async () => {
  await open({ env: { IDENTITY_LIMITS: '2' } })
  for (let index = 0; index < 19; index++) await signIn('wrong1', '192.0.2.1')
  expect((await signIn(testPassword, '192.0.2.1')).status).toBe(200)
})
