import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { wholeCatalog } from './whole-catalog.ts'

let shop: TestShop
let admin: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
})
afterAll(() => shop.close())

/**
 * The whole catalogue: so many products with descriptions of `length`; the highest id is the newest.
 * One transaction, after which the shop hears of one change, and no later one drops a kept reply.
 */
async function fill(
  products: number,
  descriptionLength: number,
  [letter, content] = ['d', ''],
): Promise<void> {
  await vi.waitUntil(() => shop.catalogVersion() !== undefined)
  const before = shop.catalogVersion()
  const client = await shop.database.pool.connect()
  // In steps: a statement may not take long.
  const step = 1_000
  await client.query('begin')
  await client.query('truncate products cascade')
  for (let from = 1; from <= products; from += step) {
    await client.query(
      `insert into products (id, title, category, content, description, image_url, images_url,
        is_enabled, origin_price, price, unit, extra)
      select lpad(n::text, 20, '0'), 'P' || n, 'C', $5, repeat($4, $3::int), '', '[]', true, 1, 1,
        '個', '{}' from generate_series($1::int, $2::int) as n`,
      [from, Math.min(products, from + step - 1), descriptionLength, letter, content],
    )
  }
  await client.query('commit')
  client.release()
  await vi.waitUntil(() => shop.catalogVersion() !== before)
}

/** Of this thread alone, as the files beside this one share the process. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const idOf = (n: number) => String(n).padStart(20, '0')

it('G6 of 50,000 products the newest 5,000 go in one answer, in their order, and the memory stays flat', async () => {
  await fill(50_000, 10)
  const first = (await shop.guest().get('/products/all')).body.products
  expect(first).toHaveLength(wholeCatalog.products)
  expect(first[0].id).toBe(idOf(50_000))
  expect(first.at(-1).id).toBe(idOf(45_001))
  expect(new Set(first.map(({ id }: { id: string }) => id)).size).toBe(wholeCatalog.products)

  const before = memoryInUse()
  for (let round = 0; round < 10; round++) {
    // A changed catalogue is read again.
    await shop.database.pool.query(`update products set price = $1 where id = $2`, [round, idOf(1)])
    expect((await shop.guest().get('/products/all')).status).toBe(200)
  }
  expect(memoryInUse() - before).toBeLessThan(32 * 1024 * 1024)

  const { products } = (await admin.get('/admin/products/all')).body
  expect(Object.keys(products)).toHaveLength(wholeCatalog.products)
  expect(products).toHaveProperty([idOf(1)])
  expect(products).not.toHaveProperty([idOf(5_001)])
})

it('G6 of the longest descriptions no more than 16 MB go in one answer', async () => {
  await fill(400, 100_000)
  // The storefront's list cuts them.
  expect((await shop.guest().get('/products/all')).body.products).toHaveLength(400)
  const fits = Math.floor(wholeCatalog.characters / 100_009)
  const { products } = (await admin.get('/admin/products/all')).body
  expect(Object.keys(products)).toHaveLength(fits)
})

it('G6 5,000 products with long Chinese texts are read once, and other replies stay in memory', async () => {
  const { pool } = shop.database
  await fill(wholeCatalog.products, 2_000, ['長', '內容'.repeat(150)])
  const guest = shop.guest()
  const first = (await guest.get('/products')).body
  const all = (await guest.get('/products/all')).body
  expect(all.products).toHaveLength(wholeCatalog.products)
  // A change that the cache does not hear of.
  await pool.query('alter table products disable trigger user')
  await pool.query('update products set price = 2 where id = $1', [idOf(wholeCatalog.products)])
  expect((await guest.get('/products')).body).toEqual(first)
  expect((await guest.get('/products/all')).body.products[0].price).toBe(1)
  await pool.query('alter table products enable trigger user')
})
