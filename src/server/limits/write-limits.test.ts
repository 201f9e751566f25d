import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type Database } from '../db/connect.ts'
import { orders } from '../db/tables/orders.ts'
import { openAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, orderData, shopPrefix, type TestShop } from '../testing/test-shop.ts'
import { createLeasedLimit } from './leased-limit.ts'
import { type RateLimit, takeSome } from './rate-limit.ts'

let shop: TestShop
let productId: string
beforeAll(async () => {
  shop = await openTestShop({ env: { WRITE_LIMITS: '1' } })
  productId = await shop.product()
})
afterAll(() => shop.close())

const line = () => ({ data: { product_id: productId, qty: 1 } })

/** Makes so many calls, ten at a time; gives each status and how often it came. */
async function count(
  calls: number,
  call: (index: number) => Promise<{ statusCode: number }>,
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  for (let done = 0; done < calls; done += 10) {
    const batch = times(Math.min(10, calls - done), (index) => call(done + index))
    for (const { statusCode } of await Promise.all(batch)) {
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
    }
  }
  return statuses
}

/** Spends most of a budget beforehand, as calls would; a lease is a twentieth of it. */
async function spend(limit: RateLimit, subject: string, hits: number): Promise<void> {
  const { isTaken } = await takeSome(shop.database.db, limit, subject, hits)
  expect(isTaken).toBe(true)
}

const byNetwork = { name: 'write.network', max: 6_000, windowSeconds: 60 }
const newGuests = { name: 'write.new-guests', max: 2_000, windowSeconds: 3_600 }

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

describe('writes over HTTP', () => {
  it('G4 callers without a cookie open 2,000 carts an hour from one network, and others are not kept from it', async () => {
    const add = (remoteAddress: string) =>
      shop.app.inject({
        method: 'POST',
        url: `${shopPrefix}/cart`,
        payload: line(),
        remoteAddress,
      })
    await spend(newGuests, '192.0.2.1', 1_800)
    expect(await count(220, () => add('192.0.2.1'))).toEqual({ 200: 200, 429: 20 })
    expect((await add('192.0.2.2')).statusCode).toBe(200)
    const refused = await add('192.0.2.1')
    expect(refused.json()).toMatchObject({ success: false, message: '操作過於頻繁，請稍後再試' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
    const { rows } = await shop.database.pool.query('select count(*)::int as carts from carts')
    expect(rows).toEqual([{ carts: 201 }])
  })

  it('G4 who reads opens no cart, and is not limited', async () => {
    const guest = shop.guest()
    const read = () => guest.inject({ url: `${shopPrefix}/cart`, remoteAddress: '192.0.2.3' })
    expect(await count(700, read)).toEqual({ 200: 700 })
    expect(guest.cookies.size).toBe(0)
  })

  it('G4 6,000 writes a minute from one network, whoever they are from', async () => {
    const clear = (index: number) =>
      shop.app.inject({
        method: 'DELETE',
        url: `${shopPrefix}/carts`,
        headers: { cookie: `shopper=${String(index).padStart(22, '0')}` },
        remoteAddress: `2001:db8::${index.toString(16)}`,
      })
    await spend(byNetwork, '2001:db8:0:0::/64', 5_700)
    expect(await count(350, clear)).toEqual({ 200: 300, 429: 50 })
  })

  it('G5 one member places no more than 600 orders a minute, and others go on', async () => {
    const member = await shop.member()
    const other = await shop.member()
    const place = (from: typeof member) =>
      from.inject({ method: 'POST', url: `${shopPrefix}/order`, payload: { data: orderData } })
    expect(await count(700, () => place(member))).toEqual({ 409: 600, 429: 100 })
    await other.post('/cart', line().data)
    expect((await place(other)).statusCode).toBe(200)
    expect(await shop.database.db.$count(orders)).toBe(1)
  })

  it('the back office deletes 300 rows at once', async () => {
    const keeper = await openAdministrator(shop)
    const ids: string[] = []
    for (let made = 0; made < 300; made++) ids.push(await shop.product())
    const remove = (index: number) =>
      shop.app.inject({
        method: 'DELETE',
        url: `${shopPrefix}/admin/product/${ids[index]}`,
        headers: { authorization: keeper.token },
        remoteAddress: '192.0.2.7',
      })
    expect(await count(300, remove)).toEqual({ 200: 300 })
  })

  it('B9 a stranger who tries tokens of administrators is limited too', async () => {
    const attempt = () =>
      shop.app.inject({
        method: 'DELETE',
        url: `${shopPrefix}/admin/orders/all`,
        headers: { authorization: 'adm_guess' },
        remoteAddress: '192.0.2.9',
      })
    await spend(byNetwork, '192.0.2.9', 5_700)
    expect(await count(310, attempt)).toEqual({ 401: 300, 429: 10 })
  })
})

describe('a leased limit', () => {
  let other: Database
  beforeAll(() => {
    other = connect(shop.databaseUrl)
  })
  afterAll(() => other.close())

  it('G9 two nodes together never allow more, and at most a tenth less', async () => {
    const limit = { name: 'leased', max: 400, windowSeconds: 60 }
    const [one, two] = [
      createLeasedLimit(shop.database.db, limit),
      createLeasedLimit(other.db, limit),
    ]
    const asked = times(1_000, (index) => (index % 3 ? one : two).take('someone'))
    const allowed = (await Promise.all(asked)).filter((refusal) => refusal === null).length
    expect(allowed).toBeLessThanOrEqual(400)
    expect(allowed).toBeGreaterThanOrEqual(360)
  })

  it('G9 a spent budget is asked for once, and comes back with the next window', async () => {
    const limit = { name: 'brief', max: 3, windowSeconds: 1 }
    const leased = createLeasedLimit(shop.database.db, limit)
    const results = await Promise.all(times(5, () => leased.take('x')))
    expect(results.filter((refusal) => refusal === null)).toHaveLength(3)
    const refusal = results[4]
    if (!refusal) throw new Error('the fourth was allowed')
    await expect.poll(() => leased.take('x'), { timeout: 5_000, interval: 100 }).toBeNull()
  })
})
