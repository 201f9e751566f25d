import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '../db/connect.ts'
import { rateLimits } from '../db/tables/limits.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { giveBack, networkOf, type RateLimit, takeFrom } from './rate-limit.ts'

let testDatabase: TestDatabase
let one: Database
let other: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  one = connect(testDatabase.url)
  other = connect(testDatabase.url)
})
afterAll(async () => {
  await Promise.all([one.close(), other.close()])
  await testDatabase.drop()
})

const limit = (name: string, max: number, windowSeconds = 60): RateLimit => {
  return { name, max, windowSeconds }
}

test('G9 of many at once, on two nodes, exactly as many are allowed as the limit says', async () => {
  const five = limit('together', 5)
  const asked = Array.from({ length: 40 }, (_, index) =>
    takeFrom(index % 2 ? one.db : other.db, five, 'someone'),
  )
  const refusals = (await Promise.all(asked)).filter((refusal) => refusal !== null)
  expect(refusals).toHaveLength(35)
  for (const { retryAfter } of refusals) {
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(60)
  }
})

test('G9 subjects and limits are counted apart, and no subject is kept in clear', async () => {
  const [a, b] = [limit('a', 1), limit('b', 1)]
  expect(await takeFrom(one.db, a, 'ming@example.com')).toBeNull()
  expect(await takeFrom(one.db, a, 'hua@example.com')).toBeNull()
  expect(await takeFrom(one.db, b, 'ming@example.com')).toBeNull()
  expect(await takeFrom(one.db, a, 'ming@example.com')).not.toBeNull()
  const rows = await one.db.select().from(rateLimits)
  expect(JSON.stringify(rows)).not.toContain('example.com')
})

test('G9 what is given back can be taken again', async () => {
  const two = limit('back', 2)
  await takeFrom(one.db, two, 'x')
  await takeFrom(one.db, two, 'x')
  await giveBack(one.db, two, 'x')
  expect(await takeFrom(one.db, two, 'x')).toBeNull()
  expect(await takeFrom(one.db, two, 'x')).not.toBeNull()
  await giveBack(one.db, two, 'nobody')
})

test('G9 a window ends, and the next begins with its first', async () => {
  const brief = limit('brief', 1)
  expect(await takeFrom(one.db, brief, 'x')).toBeNull()
  expect(await takeFrom(one.db, brief, 'x')).not.toBeNull()
  await one.db.update(rateLimits).set({ resetsAt: new Date(Date.now() - 1_000) })
  expect(await takeFrom(one.db, brief, 'x')).toBeNull()
  expect(await takeFrom(one.db, brief, 'x')).not.toBeNull()
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0000:0000:ffff:1:2:3', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['no address', 'unknown'],
  ['', 'unknown'],
])('C1 the network of %s is %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test('C1 the network of an IPv6 address is its first half, however it is written', () => {
  const group = fc.integer({ min: 0, max: 0xffff })
  const eight = fc.tuple(group, group, group, group, group, group, group, group)
  fc.assert(
    fc.property(eight, (groups) => {
      const isMapped = groups.slice(0, 5).every((part) => part === 0) && groups[5] === 0xffff
      fc.pre(!isMapped)
      const long = groups.map((part) => part.toString(16).padStart(4, '0')).join(':')
      const short = new URL(`http://[${long}]`).hostname.slice(1, -1)
      const half = groups.slice(0, 4).map((part) => part.toString(16))
      return networkOf(long) === `${half.join(':')}::/64` && networkOf(short) === networkOf(long)
    }),
  )
})
