import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { products } from '../db/tables/catalog.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
const ids: string[] = []
let hidden: string

beforeAll(async () => {
  shop = await openTestShop()
  for (const [title, category] of [
    ['杯', '茶'],
    ['壺', '茶'],
    ['燈', '燈飾'],
    ['碗', '餐具'],
    ['盤', '餐具'],
    ['匙', '餐具'],
    ['罐', '茶'],
  ]) {
    ids.push(await shop.product({ title, category }))
  }
  hidden = await shop.product({ title: '停售', category: '停售', isEnabled: false })
})
afterAll(() => shop.close())

const get = async (path: string) => (await shop.guest().get(path)).body
const titlesOf = ({ products }: { products: { title: string }[] }) =>
  products.map(({ title }) => title)

describe('GET categories', () => {
  it('lists the categories of published products with their numbers, that of the newest first', async () => {
    expect(await get('/categories')).toEqual({
      success: true,
      categories: [
        { title: '茶', count: 3 },
        { title: '餐具', count: 3 },
        { title: '燈飾', count: 1 },
      ],
      messages: [],
    })
  })

  it('changes with the catalogue', async () => {
    await shop.database.db.update(products).set({ isEnabled: true }).where(eq(products.id, hidden))
    await expect
      .poll(async () => (await get('/categories')).categories[0])
      .toEqual({ title: '停售', count: 1 })
    await shop.database.db.update(products).set({ isEnabled: false }).where(eq(products.id, hidden))
    await expect.poll(async () => (await get('/categories')).categories).toHaveLength(3)
  })
})

describe('GET products/picks', () => {
  it('gives six different published products, and not the same at each visit', async () => {
    const visits: string[][] = []
    for (let visit = 0; visit < 30; visit++) visits.push(titlesOf(await get('/products/picks')))
    for (const titles of visits) {
      expect(new Set(titles).size).toBe(6)
      expect(titles).not.toContain('停售')
    }
    expect(new Set(visits.map((titles) => titles.toSorted().join())).size).toBeGreaterThan(1)
  })
})

describe('GET product/:id/related', () => {
  it('gives the others of the category, newest first', async () => {
    const body = await get(`/product/${ids[0]}/related`)
    expect(body).toMatchObject({ success: true, messages: [] })
    expect(titlesOf(body)).toEqual(['罐', '壺'])
    expect(titlesOf(await get(`/product/${ids[2]}/related`))).toEqual([])
  })

  it('knows no unpublished product', async () => {
    const { status, body } = await shop.guest().get(`/product/${hidden}/related`)
    expect([status, body.message]).toEqual([404, '找不到產品'])
  })
})

describe('GET products/by-ids', () => {
  it('gives the published ones in the order of the ids, and leaves the others out', async () => {
    const requested = [ids[4], 'unknown', hidden, ids[1], ids[4]].join(',')
    const body = await get(`/products/by-ids?ids=${requested}`)
    expect(body).toMatchObject({ success: true, messages: [] })
    expect(titlesOf(body)).toEqual(['盤', '壺'])
  })

  it('takes 50 ids and refuses 51', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => `id${n}`).join(',')
    expect((await shop.guest().get(`/products/by-ids?ids=${many(50)}`)).status).toBe(200)
    const { status, body } = await shop.guest().get(`/products/by-ids?ids=${many(51)}`)
    expect([status, body.message]).toEqual([400, ['ids 數量不符規定']])
  })

  it.each(['/products/by-ids', '/products/by-ids?ids='])('finds nothing for %s', async (path) => {
    const { status, body } = await shop.guest().get(path)
    expect([status, body.products]).toEqual([200, []])
  })
})

describe('descriptions in lists', () => {
  it('are at most 2,000 characters in every storefront list, and whole in the detail (SAFE-12)', async () => {
    const description = `<ul>${'<li>手工拉坯</li>'.repeat(5_000)}</ul>`
    const id = await shop.product({ title: '長', category: '長', description })
    const lists = ['/products?category=長', '/products/all', `/products/by-ids?ids=${id}`]
    for (const path of lists) {
      const found = (await get(encodeURI(path))).products.find(
        (product: { id: string }) => product.id === id,
      )
      expect(found.description.length, path).toBeLessThanOrEqual(2_000)
      expect(found.description.length, path).toBeGreaterThan(1_900)
      expect(found.description.endsWith('</li></ul>'), path).toBe(true)
    }
    expect((await get(`/product/${id}`)).product.description).toBe(description)
  })
})
