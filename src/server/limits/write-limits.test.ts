import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '../db/sha256.ts'
import { orders } from '../db/tables/orders.ts'
import { openAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, orderData, shopPrefix, type TestShop } from '../testing/test-shop.ts'
import { consume, type RateLimit, readRemaining } from './rate-limit.ts'

let shop: TestShop
let productId: string
beforeAll(async () => {
  shop = await openTestShop({
    env: {
      WRITE_LIMITS: '1',
      LIMIT_WRITE_NETWORK: '6000',
      LIMIT_WRITE_NEW_GUESTS: '2000',
      LIMIT_WRITE_NEW_GUESTS_UNDER_ATTACK: '2',
    },
  })
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

/** Spends most of a budget beforehand, as calls would. */
async function spend(limit: RateLimit, subject: string, hits: number): Promise<void> {
  expect((await consume(shop.database.db, limit, subject, hits)).isAllowed).toBe(true)
}

const byNetwork = { name: 'write.network', max: 6_000, windowSeconds: 60 }
const newGuests = { name: 'write.new-guests', max: 2_000, windowSeconds: 3_600 }
const underAttack = { name: 'write.new-guests-under-attack', max: 2, windowSeconds: 3_600 }

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

describe('writes over HTTP', () => {
  it('G4 callers without a cookie open so many carts an hour from one network, and others are not kept from it (MEND-39)', async () => {
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

  it.each([
    ['from one /48', 'write.new-guests.slash48', 8_000, '2001:db8:5::/48', 0],
    ['in all, but for two of each network,', 'write.new-guests-all', 200_000, 'all', 2],
  ])(
    'open no more carts %s than its limit says, asked for at once (MEND-53)',
    async (_, name, max, subject, more) => {
      const limit = { name, max, windowSeconds: 3_600 }
      await spend(limit, subject, max - 3)
      const add = (n: number) =>
        shop.app.inject({
          method: 'POST',
          url: `${shopPrefix}/cart`,
          payload: line(),
          remoteAddress: `2001:db8:5:${n}::1`,
        })
      const statuses = (await Promise.all(times(9, add))).map(({ statusCode }) => statusCode)
      const opened = 3 + more
      expect(statuses.toSorted()).toEqual([
        ...Array(opened).fill(200),
        ...Array(9 - opened).fill(429),
      ])
      await shop.database.pool.query('delete from rate_limit_counts')
    },
  )

  it('strangers that have opened all carts of an hour shut nobody out, and failed additions take nothing from a network (MEND-53, SAFE-14)', async () => {
    await spend(
      { name: 'write.new-guests-all', max: 200_000, windowSeconds: 3_600 },
      'all',
      200_000,
    )
    const add = async (product_id: string) => {
      const payload = { data: { product_id, qty: 1 } }
      const url = `${shopPrefix}/cart`
      const remoteAddress = '192.0.2.5'
      return (await shop.app.inject({ method: 'POST', url, payload, remoteAddress })).statusCode
    }
    // The refund comes after the answer.
    const left = () => readRemaining(shop.database.db, underAttack, 'all 192.0.2.5')
    expect(await add('-no-such-product')).toBe(404)
    await expect.poll(left).toBe(2)
    expect([await add(productId), await add(productId), await add(productId)]).toEqual([
      200, 200, 429,
    ])
    await shop.database.pool.query('delete from rate_limit_counts')
  })

  it('counts only additions that made a new guest (SAFE-14)', async () => {
    const add = (productId: string, remoteAddress: string) =>
      shop.app.inject({
        method: 'POST',
        url: `${shopPrefix}/cart`,
        payload: { data: { product_id: productId, qty: 1 } },
        remoteAddress,
      })
    await spend(newGuests, '192.0.2.4', 1_900)
    expect(await count(200, () => add('-no-such-product', '192.0.2.4'))).toEqual({ 404: 200 })
    // The last of them are refunded after their answer.
    const counted = async () => {
      const { rows } = await shop.database.pool.query(
        'select points as hits from rate_limit_counts where key = $1',
        [`write.new-guests:${sha256('192.0.2.4')}`],
      )
      return rows[0]?.hits
    }
    await expect.poll(counted).toBe(1_900)
    expect(await count(105, () => add(productId, '192.0.2.4'))).toEqual({ 200: 100, 429: 5 })
  })

  it('G4 who reads opens no cart, and is not limited', async () => {
    const guest = shop.guest()
    const read = () => guest.inject({ url: `${shopPrefix}/cart`, remoteAddress: '192.0.2.3' })
    expect(await count(700, read)).toEqual({ 200: 700 })
    expect(guest.cookies.size).toBe(0)
  })

  it('G4 so many writes a minute from one network, whoever they are from (MEND-39)', async () => {
    const clear = (index: number) =>
      shop.app.inject({
        method: 'DELETE',
        url: `${shopPrefix}/carts`,
        headers: { cookie: `shopper=${String(index).padStart(22, '0')}` },
        remoteAddress: `2001:db8::${index.toString(16)}`,
      })
    await spend(byNetwork, '2001:db8::/64', 5_700)
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
