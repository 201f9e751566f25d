import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { adminCapped } from '#contract/paging.ts'
import { foundAtMost } from '../db/list-page.ts'
import { fillTerms } from '../search/write-terms.ts'
import { searchedTables } from '../searched-tables.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

const seed = 20_261_122
const count = 200
let shop: TestShop
let admin: TestAdministrator
let all: Product[]
const available = new Map<string, number | null>()

beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
  await shop.database.db.execute(sql`
    insert into products (id, title, category, content, description, image_url, images_url,
      is_enabled, origin_price, price, unit, extra, deleted_at)
    select 'thing-' || lpad(n::text, 6, '0'), (array['陶杯', 'Ｌａｒｇｅ Cup', '100%_\\純棉'])[1 + n % 3] || n % 7,
      (array['茶', '茶與咖啡', '器皿', 'Tea', 'te%a'])[1 + n % 5], '', '', '', '[]', n % 4 > 0,
      n % 31, n % 29, '個', '{}', case when n % 17 = 0 then now() - n * interval '1 minute' end
    from generate_series(1, ${count}::int) as n`)
  await shop.database.db.execute(sql`
    insert into stock (product_id, on_hand, held)
    select id, num % 9, least(num % 9, num % 4) from products where num % 3 > 0`)
  await fillTerms(shop.database.db, searchedTables)
  all = []
  for (let page = 1; ; page++) {
    const { body } = await answer({ page: String(page) })
    all.push(...body.products)
    for (const [id, details] of Object.entries<{ available: number | null }>(body.details)) {
      available.set(id, details.available)
    }
    if (!body.pagination.has_next) break
  }
})
afterAll(() => shop.close())

async function answer(query: Record<string, string>) {
  return admin.get(`/admin/products?${new URLSearchParams(query)}`)
}

async function everyId(query: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const { status, body } = await answer({ ...query, page: String(page) })
    expect(status, JSON.stringify(query)).toBe(200)
    ids.push(...body.products.map(({ id }: Product) => id))
    if (!body.pagination.has_next) return ids
  }
}

const fold = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s%_\\]/g, '')

function hasStock(id: string, wanted: string | undefined): boolean {
  const left = available.get(id)
  if (wanted === undefined) return true
  if (left === null || left === undefined) return wanted === 'unlimited'
  // 5 is the setting's default.
  return wanted === 'out' ? left <= 0 : wanted === 'low' && left <= 5
}

function isExpected(product: Product, query: Record<string, string>): boolean {
  const { q, category, enabled, price_min: min, price_max: max } = query
  return (
    (q === undefined ||
      (fold(q) !== '' && fold(product.title).includes(fold(q))) ||
      (/^\d+$/.test(q) && String(product.num).includes(q)) ||
      (q.length >= 6 && product.id.endsWith(q))) &&
    (category === undefined || product.category.toLowerCase().includes(category.toLowerCase())) &&
    (enabled === undefined || String(product.is_enabled) === enabled) &&
    (min === undefined || product.price >= Number(min)) &&
    (max === undefined || product.price <= Number(max)) &&
    hasStock(product.id, query.stock)
  )
}

/** Few hits are sorted, for more the order of the list is walked, by each of the thresholds. */
const few = fc.constantFrom(10, adminCapped.counted)
const { ...asItIs } = adminCapped
const { ...thresholds } = foundAtMost
afterEach(() => {
  Object.assign(adminCapped, asItIs)
  Object.assign(foundAtMost, thresholds)
})
const lowered = fc.constantFrom(thresholds, { sorted: 0 })

const filters = fc
  .record(
    {
      q: fc.constantFrom('陶', '000042', '陶杯', 'LARGE c', 'ｃｕｐ', '%', '_\\純', '棉3', '無'),
      category: fc.constantFrom('茶', '咖', '皿', 'TEA', '%', '_', '\\', "'"),
      enabled: fc.constantFrom('0', '1'),
      stock: fc.constantFrom('out', 'low', 'unlimited'),
      price_min: fc.constantFrom('0', '5', '20'),
      price_max: fc.constantFrom('20', '27', '2000000000'),
    },
    { requiredKeys: [] },
  )
  .map((query): Record<string, string> => query)

describe('the parameters of the list of products', () => {
  it(`combine by "and" (FIND-04, APRODUCT-06, seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(filters, few, lowered, async (query, counted, threshold) => {
        adminCapped.counted = counted
        Object.assign(foundAtMost, threshold)
        const expected = all.filter((product) => isExpected(product, query)).map(({ id }) => id)
        expect(await everyId(query)).toEqual(expected)
      }),
      { seed, numRuns: 60 },
    )
  })

  it.each([10, 1_000])(
    'keep the order that is asked for, few at most %i (FIND-04)',
    async (counted) => {
      adminCapped.counted = counted
      for (const sort of ['title', 'category', 'is_enabled', 'origin_price', 'price'] as const) {
        const { rows } = await shop.database.db.execute<{ id: string }>(sql`
        select id from products where deleted_at is null and is_enabled
        order by ${sql.identifier(sort)} desc, id desc`)
        const ids = await everyId({ enabled: '1', sort, order: 'desc' })
        expect(ids, sort).toEqual(rows.map(({ id }) => id))
      }
    },
  )

  it('follow the stock of a product when its counting begins and ends (FIND-04)', async () => {
    const { db } = shop.database
    const { id } = all.find(({ id }) => available.get(id) === null) ?? { id: '' }
    const isFound = async (stock: string) => (await everyId({ stock })).includes(id)
    expect(await isFound('unlimited')).toBe(true)
    await db.execute(sql`insert into stock (product_id, on_hand, held) values (${id}, 2, 0)`)
    expect(await isFound('unlimited')).toBe(false)
    expect(await isFound('low')).toBe(true)
    await db.execute(sql`delete from stock where product_id = ${id}`)
    expect(await isFound('unlimited')).toBe(true)
    expect(await isFound('low')).toBe(false)
  })

  it('find by the id, its end, and the running number (FIND-04)', async () => {
    expect(await everyId({ q: 'THING-000042' })).toEqual(['thing-000042'])
    expect(await everyId({ q: '000042' })).toEqual(['thing-000042'])
    const [first] = all
    expect(await everyId({ q: String(first?.num) })).toContain(first?.id)
  })

  it('find a product as it is written, and follow each change of its title (HOUSE-03)', async () => {
    const given = { category: '茶', unit: '包', origin_price: 9, price: 8, is_enabled: 1 }
    const { body } = await admin.post('/admin/product', { ...given, title: 'Thé Lancôme' })
    const { id } = body.product
    expect(await everyId({ q: 'lancome' })).toEqual([id])
    await admin.put(`/admin/product/${id}`, { ...given, title: '韭菜' })
    expect(await everyId({ q: 'lancome' })).toEqual([])
    expect(await everyId({ q: '韮' })).toEqual([id])
    expect((await admin.get('/admin/stock?q=韮菜')).body.stock).toMatchObject([{ product_id: id }])
    await admin.delete(`/admin/product/${id}`)
    expect(await everyId({ q: '韮' })).toEqual([])
  })

  it('find archived ones, the last archived first (FIND-04)', async () => {
    const { rows } = await shop.database.db.execute<{ id: string }>(
      sql`select id from products where deleted_at is not null order by deleted_at desc`,
    )
    expect(await everyId({ archived: '1' })).toEqual(rows.map(({ id }) => id))
    expect((await everyId({ archived: '1', category: '茶' })).length).toBeGreaterThan(0)
  })

  it.each<Record<string, string>>([
    { enabled: '2' },
    { enabled: 'true' },
    { stock: 'none' },
    { price_min: '-1' },
    { price_min: '1.5' },
    { price_max: '99999999999' },
    { price_max: '9999999999' },
    { price_min: '5', price_max: '4' },
    { archived: 'yes' },
  ])('refuse what they do not know: %j (FIND-04)', async (query) => {
    const { status, body } = await answer(query)
    expect(status).toBe(400)
    expect(body.message).toEqual([expect.any(String)])
  })

  it('leave the list without any of them as it is (FIND-06)', async () => {
    const plain = await admin.get('/admin/products')
    const empty = await answer({ q: '', category: '', enabled: '', stock: '', price_min: '' })
    expect(empty.body).toEqual(plain.body)
    expect(plain.body.pagination).toEqual({
      total_pages: Math.ceil(all.length / 10),
      current_page: 1,
      has_pre: false,
      has_next: true,
      category: '',
    })
    expect((await answer({ category: '茶' })).body.pagination.category).toBe('茶')
  })
})
