import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

const batch = 500
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

it('the only product of its category has a tab, however many newer ones there are (BROWSE-07)', async () => {
  await shop.product({ id: '-0', category: '絕版' })
  // A connection of its own: the limits of the shop are not those of a bulk insert.
  const db = new pg.Client({ connectionString: shop.databaseUrl })
  await db.connect()
  for (let from = 1; from < 6_000; from += batch) {
    await db.query(
      `insert into products (id, title, category, content, description, image_url, images_url,
         is_enabled, origin_price, price, unit, extra)
       select '-1' || lpad(n::text, 10, '0'), '商品 ' || n, '分類 ' || n % 7, '', '', '', '[]', true,
         100, 90, '個', '{}'
       from generate_series($1::int, $2::int) as n`,
      [from, Math.min(from + batch, 6_000) - 1],
    )
  }
  await db.end()
  const { body } = await shop.guest().get('/categories')
  const counts = new Map(
    body.categories.map(({ title, count }: { title: string; count: number }) => [title, count]),
  )
  expect(counts.size).toBe(8)
  expect(counts.get('絕版')).toBe(1)
  expect([...counts.values()].reduce((sum, count) => Number(sum) + Number(count), 0)).toBe(6_000)
  // In the order of LIST-01: the category of the newest product first, so this one is the last.
  expect(body.categories.at(-1).title).toBe('絕版')
  const { body: list } = await shop.guest().get(`/products?category=${encodeURIComponent('絕版')}`)
  expect(list.products.map(({ id }: { id: string }) => id)).toEqual(['-0'])
})
