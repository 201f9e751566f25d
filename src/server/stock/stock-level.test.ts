import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { stockLevelAt } from '#contract/stock-rules.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'
import { openStock, type TestStock } from '../testing/test-stock.ts'

let shop: TestShop
let counted: TestStock

beforeAll(async () => {
  shop = await openTestShop()
  counted = await openStock(shop)
})
afterAll(() => shop.close())

/** How often the catalogue was dropped while `work` ran. */
async function drops(work: () => Promise<unknown>): Promise<number> {
  const client = new pg.Client({ connectionString: shop.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  let seen = 0
  await client.query('listen catalog_changed')
  await client.query('listen end_of_work')
  const ended = new Promise<void>((resolve) => {
    client.on('notification', ({ channel }) => {
      if (channel === 'end_of_work') resolve()
      else seen++
    })
  })
  await work()
  await shop.database.db.execute(sql`notify end_of_work`)
  await ended
  return seen
}

async function buy(productId: string, qty: number): Promise<void> {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: productId, qty })
  expect((await guest.post('/order', orderData)).status).toBe(200)
}

describe('the level of a product', () => {
  it('is low from 10 to 1, sold out at 0, and absent otherwise (STOCK-10, STOCK-11)', async () => {
    const product = await counted.counted(11)
    const level = async () =>
      (await shop.guest().get(`/product/${product}`)).body.product.stock_level
    expect(await level()).toBeUndefined()
    for (const [number, expected] of [
      [10, 'low'],
      [1, 'low'],
      [0, 'sold_out'],
      [11, undefined],
    ] as const) {
      await counted.set(product, number)
      expect([number, await level()]).toEqual([number, expected])
    }
    await counted.set(product, 3)
    const lists = ['/products', '/products/all', `/products/by-ids?ids=${product}`]
    for (const list of lists) {
      const { products } = (await shop.guest().get(list)).body
      expect(products[0]).toMatchObject({ id: product, stock_level: 'low' })
    }
    await counted.admin.delete(`/admin/stock/${product}`)
    expect(await level()).toBeUndefined()
  })

  it('is the same in the program and in the database (STOCK-11)', async () => {
    const { rows } = await shop.database.db.execute(
      sql`select n, stock_level(n) as level from generate_series(0, 20) as n`,
    )
    expect(rows).toEqual(rows.map(({ n }) => ({ n, level: stockLevelAt(Number(n)) })))
  })

  it('drops the cached catalogue only when it changes (STOCK-12)', async () => {
    const product = await counted.counted(11)
    expect(await drops(() => buy(product, 1))).toBe(1)
    const nine = async () => {
      for (let n = 0; n < 9; n++) await buy(product, 1)
    }
    expect(await drops(nine)).toBe(0)
    expect(await drops(() => buy(product, 1))).toBe(1)
    expect(await drops(() => counted.set(product, 11 + 11))).toBe(1)
    expect(await drops(() => counted.set(product, 500))).toBe(0)
    expect(await drops(() => counted.admin.delete(`/admin/stock/${product}`))).toBe(0)
  })

  it('comes with what is left of up to 50 products, never cached (STOCK-11)', async () => {
    const [many, few, none] = [
      await counted.counted(11),
      await counted.counted(10),
      await counted.counted(0),
    ]
    const unlimited = await shop.product()
    const ids = [many, few, none, unlimited, 'nothing'].join(',')
    const { status, body, headers } = await shop.guest().get(`/stock?ids=${ids}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      stock: [
        { product_id: few, left: 10 },
        { product_id: none, left: 0 },
      ],
    })
    expect(headers['cache-control']).toBe('no-store')
    const tooMany = Array.from({ length: 51 }, (_, n) => n).join(',')
    expect((await shop.guest().get(`/stock?ids=${tooMany}`)).status).toBe(400)
    expect((await shop.guest().get('/stock')).body.stock).toEqual([])
  })
})
