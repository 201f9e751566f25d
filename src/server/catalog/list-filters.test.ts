import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { products } from '../db/tables/catalog.ts'
import { countUnitsSold } from '../search/count-sales.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../testing/test-shop.ts'

let shop: TestShop
let guest: Visitor
beforeAll(async () => {
  shop = await openTestShop()
  guest = shop.guest()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.pool.query('delete from stock')
  await shop.database.db.delete(products)
})

const titles = async (query: string): Promise<string[]> => {
  const { status, body } = await guest.get(`/products?${query}`)
  expect(status, query).toBe(200)
  return body.products.map(({ title }: { title: string }) => title)
}
const setStock = (id: string, left: number) =>
  shop.database.pool.query(
    `insert into stock values ($1, $2, 0) on conflict (product_id) do update set on_hand = excluded.on_hand`,
    [id, left],
  )

describe('a list that is sorted and filtered', () => {
  it('bounds the price, both ends included, and leaves out what is sold out (BROWSE-02)', async () => {
    const ids = []
    for (const price of [100, 200, 300]) ids.push(await shop.product({ title: `${price}`, price }))
    const [, middle = ''] = ids
    expect(await titles('sort=price_asc')).toEqual(['100', '200', '300'])
    expect(await titles('sort=price_desc')).toEqual(['300', '200', '100'])
    expect(await titles('sort=new')).toEqual(['300', '200', '100'])
    expect(await titles('sort=price_asc&min_price=200&max_price=300')).toEqual(['200', '300'])
    expect(await titles('min_price=200&max_price=200')).toEqual(['200'])
    const available = () => expect.poll(() => titles('sort=price_asc&in_stock=1'))
    await setStock(middle, 1)
    await available().toEqual(['100', '200', '300'])
    await setStock(middle, 0)
    await available().toEqual(['100', '300'])
    expect(await titles('sort=price_asc')).toEqual(['100', '200', '300'])
    await setStock(middle, 5)
    await available().toEqual(['100', '200', '300'])
    await setStock(middle, 0)
    await available().toEqual(['100', '300'])
    await shop.database.pool.query('delete from stock')
    await available().toEqual(['100', '200', '300'])
  })

  it('keeps to its category', async () => {
    await shop.product({ title: '甲', category: '燈飾', price: 2 })
    await shop.product({ title: '乙', category: '燈飾', price: 1 })
    await shop.product({ title: '丙', category: '器皿', price: 1 })
    expect(await titles(`sort=price_asc&category=${encodeURIComponent('燈飾')}`)).toEqual([
      '乙',
      '甲',
    ])
  })

  it.each([
    ...[
      'sort=drop',
      'sort=',
      'sort=new&sort=new',
      'min_price=-1',
      'min_price=1.5',
      'min_price=1e9',
    ],
    ...['min_price=abc', 'min_price=', 'max_price=99999999999', 'max_price=2147483648'],
    ...['min_price=2&max_price=1', 'in_stock=2', 'in_stock=0'],
  ])('refuses %s (BROWSE-04)', async (query) => {
    expect((await guest.get(`/products?${query}`)).status).toBe(400)
  })

  it('ends at page 84 and says so; the default list goes on (BROWSE-05)', async () => {
    const insert = (from: number, to: number) =>
      shop.database.pool.query(
        `insert into products (id, title, category, content, description, image_url, images_url,
           is_enabled, origin_price, price, unit, extra)
         select 'p' || lpad(n::text, 19, '0'), n::text, '燈', '', '', '', '[]', true, 9, 5, '個', '{}'
         from generate_series($1::int, $2::int) as n`,
        [from, to],
      )
    await insert(1, 1_000)
    const exact = await guest.get('/products?sort=price_asc&page=84')
    expect(exact.body.pagination).toEqual({
      total_pages: 84,
      current_page: 84,
      has_pre: true,
      has_next: false,
      category: '',
    })
    expect(exact.body.products).toHaveLength(4)
    await insert(1_001, 1_100)
    const seen = new Set<string>()
    for (let page = 1; page <= 85; page++) {
      const { body } = await guest.get(`/products?sort=price_asc&page=${page}`)
      expect(body.pagination).toMatchObject({ total_pages: 84, is_capped: true })
      expect(body.products).toHaveLength(page === 85 ? 0 : 12)
      for (const { id } of body.products) seen.add(id)
    }
    expect(seen.size).toBe(1_008)
    const { body } = await guest.get('/products?page=92')
    expect(body.pagination).toMatchObject({ total_pages: 92 })
    expect(body.pagination).not.toHaveProperty('is_capped')
    expect(body.products).toHaveLength(8)
  })
})

describe('bestselling', () => {
  it('goes by units of paid orders of 90 days that were neither cancelled nor returned (BROWSE-08)', async () => {
    const { db, pool } = shop.database
    const [few = '', many = '', cancelled = '', old = '', unpaid = ''] = await Promise.all(
      ['少', '多', '取消', '舊', '未付'].map((title) => shop.product({ title })),
    )
    async function order(product: string, qty: number, change: string) {
      const buyer = shop.guest()
      await buyer.post('/cart', { product_id: product, qty })
      const { body } = await buyer.post('/order', orderData)
      if (change) await pool.query(`update orders set ${change} where id = $1`, [body.orderId])
    }
    const paid = "payment_state = 'paid', state = 'paid', paid_at = now()"
    await order(few, 1, paid)
    await order(many, 2, paid)
    await order(many, 3, "payment_state = 'paid', state = 'completed', paid_at = now()")
    await order(cancelled, 50, "payment_state = 'paid', state = 'cancelled', paid_at = now()")
    await order(cancelled, 50, "payment_state = 'paid', state = 'returned', paid_at = now()")
    await order(old, 50, `${paid} - interval '91 days'`)
    await order(unpaid, 50, '')
    await guest.get('/products?sort=bestselling')
    await countUnitsSold(db)
    await expect
      .poll(async () => (await titles('sort=bestselling')).slice(0, 2))
      .toEqual(['多', '少'])
    const { rows } = await pool.query('select product_id, units from product_sales order by units')
    expect(rows).toEqual([
      { product_id: few, units: 1 },
      { product_id: many, units: 5 },
    ])
    const { body } = await guest.get('/products?sort=bestselling')
    expect(JSON.stringify(body)).not.toMatch(/units|sold"/)
    await pool.query("update orders set state = 'cancelled'")
    await countUnitsSold(db)
    expect((await pool.query('select from product_sales')).rowCount).toBe(0)
  })
})
