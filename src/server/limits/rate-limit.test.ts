import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '../db/connect.ts'
import { rateLimitCounts } from '../db/tables/limits.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database/test-database.ts'
import { networkOf, networksOf } from './network.ts'
import { consume, type RateLimit, refund } from './rate-limit.ts'

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

const allowed = { isAllowed: true }
const refused = { isAllowed: false, retryAfter: expect.any(Number) }

test('G9 of many at once, on two nodes, exactly as many are allowed as the limit says', async () => {
  const five = limit('together', 5)
  const calls = Array.from({ length: 40 }, (_, index) =>
    consume(index % 2 ? one.db : other.db, five, 'someone'),
  )
  const refused = (await Promise.all(calls)).filter((result) => !result.isAllowed)
  expect(refused).toHaveLength(35)
  for (const { retryAfter } of refused) {
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(60)
  }
})

test('G9 subjects and limits are counted apart, and no subject is kept in clear', async () => {
  const [a, b] = [limit('a', 1), limit('b', 1)]
  expect(await consume(one.db, a, 'ming@example.com')).toEqual(allowed)
  expect(await consume(one.db, a, 'hua@example.com')).toEqual(allowed)
  expect(await consume(one.db, b, 'ming@example.com')).toEqual(allowed)
  expect(await consume(one.db, a, 'ming@example.com')).toMatchObject(refused)
  const rows = await one.db.select().from(rateLimitCounts)
  expect(JSON.stringify(rows)).not.toContain('example.com')
})

test('G9 what is given back can be taken again', async () => {
  const two = limit('back', 2)
  await consume(one.db, two, 'x')
  await consume(one.db, two, 'x')
  await refund(one.db, two, 'x')
  expect(await consume(one.db, two, 'x')).toEqual(allowed)
  expect(await consume(one.db, two, 'x')).toMatchObject(refused)
  await refund(one.db, two, 'nobody')
})

test('G9 a window ends, and the next begins with its first', async () => {
  const brief = limit('brief', 1)
  expect(await consume(one.db, brief, 'x')).toEqual(allowed)
  expect(await consume(one.db, brief, 'x')).toMatchObject(refused)
  await one.db.update(rateLimitCounts).set({ expire: Date.now() - 1_000 })
  expect(await consume(one.db, brief, 'x')).toEqual(allowed)
  expect(await consume(one.db, brief, 'x')).toMatchObject(refused)
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::/64'],
  ['2001:0DB8:0000:0000:ffff:1:2:3', '2001:db8::/64'],
  ['2001:db8:0:1::', '2001:db8:0:1::/64'],
  ['::1', '::/64'],
  ['::', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['1::', '1::/64'],
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
      const written = (parts: number[]) =>
        parts.map((part) => part.toString(16).padStart(4, '0')).join(':')
      const short = (long: string) => new URL(`http://[${long}]`).hostname.slice(1, -1)
      const long = written(groups)
      const first = networkOf(written([...groups.slice(0, 4), 0, 0, 0, 1]))
      return networkOf(long) === first && networkOf(short(long)) === first
    }),
  )
})

test('counts an IPv6 address by its /56 and /48, too (SAFE-07)', () => {
  expect(networksOf('2001:db8:1:2ff::1')).toEqual({
    subscriber: '2001:db8:1:2ff::/64',
    wider: { slash56: '2001:db8:1:200::/56', slash48: '2001:db8:1::/48' },
    widest: '2001:db8:1::/48',
  })
  const address = '192.0.2.1'
  expect(networksOf(address)).toEqual({ subscriber: address, wider: null, widest: address })
})

test('refunds one of those that were allowed, however many were refused', async () => {
  const three = limit('flooded', 3)
  for (let call = 0; call < 20; call++) await consume(one.db, three, 'x')
  await refund(other.db, three, 'x')
  expect(await consume(one.db, three, 'x')).toEqual(allowed)
  expect(await consume(one.db, three, 'x')).toMatchObject(refused)
})

test('refunds nothing into a window that has not begun', async () => {
  const single = limit('ended', 1)
  await consume(one.db, single, 'x')
  await one.db.update(rateLimitCounts).set({ expire: Date.now() - 1_000 })
  for (let call = 0; call < 5; call++) await refund(one.db, single, 'x')
  expect(await consume(one.db, single, 'x')).toEqual(allowed)
  expect(await consume(one.db, single, 'x')).toMatchObject(refused)
})

test('does not ask the database for a spent limit that is cached', async () => {
  const cached = { ...limit('cached', 2), isCachedWhenSpent: true }
  await consume(one.db, cached, 'x')
  await consume(one.db, cached, 'x')
  const [before] = await one.db.select().from(rateLimitCounts).where(sql`key like 'cached:%'`)
  expect(await consume(one.db, cached, 'x')).toMatchObject(refused)
  expect(await consume(other.db, cached, 'x')).toMatchObject(refused)
  const [after] = await one.db.select().from(rateLimitCounts).where(sql`key like 'cached:%'`)
  expect([before?.points, after?.points]).toEqual([2, 3])
})
