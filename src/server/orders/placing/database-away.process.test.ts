import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type DatabaseProxy, openDatabaseProxy } from '../../testing/doubles/database-proxy.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../../testing/test-shop.ts'

let shop: TestShop
let proxy: DatabaseProxy
let guest: Visitor
let product: string

beforeAll(async () => {
  shop = await openTestShop({
    env: { DATABASE_TIMEOUT: '3' },
    reach: async (databaseUrl) => {
      proxy = await openDatabaseProxy(databaseUrl)
      return proxy.url
    },
  })
  product = await shop.product()
  guest = shop.guest()
  await guest.post('/cart', { product_id: product, qty: 1 })
})
afterEach(() => proxy.restore())
afterAll(async () => {
  await shop.close()
  await proxy.close()
})

const add = () => guest.post('/cart', { product_id: product, qty: 1 })
const order = () => guest.post('/order', orderData)
const page = () => guest.get('/products')

async function expectUnavailable(calls: Promise<Awaited<ReturnType<typeof add>>>[]) {
  for (const { status, headers, body } of await Promise.all(calls)) {
    expect(status).toBe(503)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(body).toMatchObject({ success: false, message: '系統忙碌中，請稍後再試' })
  }
}

/** Fills the cache: a page is cached once the listener is connected to the database. */
async function cachePages() {
  const isCachedNow = async () => {
    await page()
    return isCached()
  }
  await expect.poll(isCachedNow).toBe(true)
}

/** A cached page is answered while the table is locked. */
async function isCached(): Promise<boolean> {
  const holder = new pg.Client({ connectionString: shop.databaseUrl })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table products in access exclusive mode')
    return (await page()).status === 200
  } finally {
    await holder.end()
  }
}

/** More at once than the pool has connections: each connection has to be released. */
async function expectRecovered() {
  await proxy.restore()
  await expect.poll(async () => (await add()).status).toBe(200)
  const answers = await Promise.all(Array.from({ length: 30 }, add))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
}

it('H4 a database that is gone: writes are refused for now, pages are still shown', async () => {
  await cachePages()
  await proxy.cut()
  for (let round = 0; round < 3; round++) await expectUnavailable(Array.from({ length: 12 }, add))
  await expectUnavailable([order(), guest.get('/cart')])
  expect((await page()).body.products).toHaveLength(1)
  await expectRecovered()
})

it('H4 H2 connections that end while they work are given up, not kept', async () => {
  // Twice as many as the pool holds: one that leaked would not come back.
  for (let round = 0; round < 3; round++) {
    const open = Array.from({ length: 8 }, add)
    await proxy.cut()
    for (const { status } of await Promise.all(open)) expect([200, 503]).toContain(status)
    await proxy.restore()
  }
  await expectRecovered()
})

it('H4 a database that answers nothing: writes are refused in time, pages are still shown', async () => {
  await cachePages()
  proxy.stall()
  await expectUnavailable([add(), order(), guest.get('/cart')])
  expect((await page()).body.products).toHaveLength(1)
  await expectRecovered()
})

it('H4 a database that falls silent in open connections: given up in time', async () => {
  await cachePages()
  await Promise.all([add(), add(), add()])
  proxy.freeze()
  await expectUnavailable([add(), add(), order(), guest.get('/cart')])
  expect((await page()).body.products).toHaveLength(1)
  await expectRecovered()
})

it('H4 what waits for a lock, or for a connection, is refused in time', async () => {
  await cachePages()
  const holder = new pg.Client({ connectionString: shop.databaseUrl })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table carts in access exclusive mode')
    // More than the pool holds, so that some get no connection and the others no lock.
    await expectUnavailable(Array.from({ length: 20 }, add))
    expect((await page()).body.products).toHaveLength(1)
  } finally {
    await holder.end()
  }
  await expectRecovered()
})

it('H4 a statement of 5 s is ended in time', async () => {
  await expectRecovered()
  await expect(shop.database.pool.query('select pg_sleep(5)')).rejects.toThrow(/statement timeout/)
  const { rows } = await shop.database.pool.query('select 1 as one')
  expect(rows).toEqual([{ one: 1 }])
})
