import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adminSessions } from '../../db/tables/admin.ts'
import { rateLimitCounts } from '../../db/tables/limits.ts'
import { commandLine } from '../../http/actor.ts'
import { networksOf } from '../../limits/network.ts'
import { createTestHasher } from '../../testing/doubles/test-hasher.ts'
import {
  openAdministrator,
  signIn,
  type TestAdministrator,
} from '../../testing/test-administrator.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { disableAdministrator, removeAdministrator, resetPassword } from '../administrators.ts'
import { signInAdmin } from './admin-session.ts'

const hasher = createTestHasher()
let shop: TestShop
let chief: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.db.delete(rateLimitCounts)
  await shop.database.db.delete(adminSessions)
  chief = await openAdministrator(shop)
})

const enter = async (ip: string, password = chief.password) =>
  (await signIn(shop, { username: chief.username, password }, ip)).statusCode

async function statusesOf(count: number, addressOf: (index: number) => string) {
  const statuses: Record<number, number> = {}
  for (let index = 0; index < count; index++) {
    const status = await enter(addressOf(index), 'wrong-password')
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

describe('a sign-in under way', () => {
  it.each([
    [
      'its password is reset',
      (username: string) =>
        resetPassword(shop.database.db, commandLine, hasher, {
          username,
          password: 'another-password',
        }),
    ],
    [
      'the account is disabled',
      (username: string) => disableAdministrator(shop.database.db, commandLine, username),
    ],
    [
      'the account is deleted',
      (username: string) => removeAdministrator(shop.database.db, commandLine, username),
    ],
  ])('opens no session when %s before it ends (SAFE-03)', async (_, change) => {
    await shop.database.db.delete(adminSessions)
    const { username, password } = chief
    const changesMeanwhile = {
      ...hasher,
      verify: async (hash: string | null, text: string) => {
        const isRight = await hasher.verify(hash, text)
        await change(username)
        return isRight
      },
    }
    const origin = { requestId: 'r1', network: '192.0.2.1', device: 'a browser' }
    const place = { networks: networksOf('192.0.2.1'), origin, vicinity: '192.0.2.0/24' }
    const attempt = { username, password, code: undefined, ...place }
    const refusal = { code: 'ADMIN_LOGIN_FAILED' }
    await expect(signInAdmin(shop.sessions, changesMeanwhile, attempt)).rejects.toMatchObject(
      refusal,
    )
    expect(await shop.database.db.$count(adminSessions)).toBe(0)
  })
})

describe('guesses at an administrator', () => {
  it('are counted by the /48, from however many /64 they come (SAFE-07)', async () => {
    const statuses = await statusesOf(60, (index) => `2001:db8:7:${index.toString(16)}::1`)
    expect(statuses[400]).toBeLessThanOrEqual(32)
    expect(await enter('2001:db8:7:ffff::1')).toBe(429)
  })

  it('slow down over all networks, and lock nobody out (SAFE-07)', async () => {
    expect(await enter('198.51.100.1')).toBe(200)
    const statuses = await statusesOf(60, (index) => `2001:${(0xdb8 + index).toString(16)}::1`)
    expect(statuses[400]).toBeLessThan(50)
    expect(statuses[429]).toBeGreaterThan(10)
    // The owner is let in at once from a known network, and from elsewhere after a few seconds.
    expect(await enter('198.51.100.1')).toBe(200)
    await expect.poll(() => enter('198.51.100.77'), { interval: 500 }).toBe(200)
  })

  it('with the right password count, too (SAFE-04)', async () => {
    const statuses: number[] = []
    for (let index = 0; index < 62; index++) statuses.push(await enter('192.0.2.5'))
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200))
    expect(statuses.slice(60)).toEqual([429, 429])
    expect(await enter('192.0.2.6')).toBe(200)
  })
})
