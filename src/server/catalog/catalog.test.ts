import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { products } from '../db/tables/catalog.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let mug: string
let hidden: string

beforeAll(async () => {
  shop = await openTestShop()
  mug = await shop.product({
    imageUrl: '/uploads/0123456789abcdef0123456789abcdef-1200x1200.jpg',
    imagesUrl: ['https://pictures.example/a.jpg'],
    extra: { origin: '鶯歌' },
  })
  hidden = await shop.product({ isEnabled: false, title: '停售' })
  for (let number = 0; number < 25; number++) {
    await shop.product({ title: `燈 ${number}`, category: '燈飾' })
  }
})
afterAll(() => shop.close())

describe('GET products', () => {
  it('API-01 API-05 API-50 API-51 LIST-05 CONST-06 answers 12 products a page, newest first, with a pagination', async () => {
    const { status, body } = await shop.guest().get('/products?page=1')
    expect(status).toBe(200)
    expect(body.products).toHaveLength(12)
    expect(body.products[0].title).toBe('燈 24')
    expect(body.pagination).toEqual({
      total_pages: 3,
      current_page: 1,
      has_pre: false,
      has_next: true,
      category: '',
    })
    expect(body.messages).toEqual([])
  })

  it('API-05 LIST-02 filters by the exact category and echoes it', async () => {
    const { body } = await shop.guest().get(`/products?category=${encodeURIComponent('茶與咖啡')}`)
    expect(body.products.map(({ id }: { id: string }) => id)).toEqual([mug])
    expect(body.pagination.category).toBe('茶與咖啡')
    const part = await shop.guest().get(`/products?category=${encodeURIComponent('茶')}`)
    expect(part.body.products).toEqual([])
  })

  it('API-62 a page past the end is empty, with the true pagination', async () => {
    const { status, body } = await shop.guest().get('/products?page=99')
    expect(status).toBe(200)
    expect(body.products).toEqual([])
    expect(body.pagination).toMatchObject({ total_pages: 3, current_page: 99, has_next: false })
  })

  it.each(['', '?page=', '?page=undefined', '?page=1&category='])(
    'API-63 "%s" is page 1',
    async (query) => {
      const { body } = await shop.guest().get(`/products${query}`)
      expect(body.pagination.current_page).toBe(1)
    },
  )

  it.each(['0', '-1', '1.5', 'x', '1e9', '0x10', '%20', '9223372036854775808', '1&page=2'])(
    'API-63 G1 page=%s is refused',
    async (page) => {
      const { status, body } = await shop.guest().get(`/products?page=${page}`)
      expect(status).toBe(400)
      expect(body.success).toBe(false)
      expect(body.message).not.toHaveLength(0)
    },
  )

  it.each(['%25', '_', '.*', "'; drop table products --", 'x'.repeat(200)])(
    'G1 the category %s is text, and finds nothing',
    async (category) => {
      const { status, body } = await shop
        .guest()
        .get(`/products?category=${encodeURIComponent(category)}`)
      expect(status).toBe(200)
      expect(body.products).toEqual([])
    },
  )

  it('tolerates doubled slashes and one at the end', async () => {
    const doubled = await shop.guest().get('/v2//api/shopping-minmin//products/?page=1')
    expect(doubled.status).toBe(200)
  })
})

describe('GET products/all and product', () => {
  it('API-04 API-64 products/all has every enabled product and no disabled one', async () => {
    const { body } = await shop.guest().get('/products/all')
    expect(body.products).toHaveLength(26)
    expect(body.products.some(({ id }: { id: string }) => id === hidden)).toBe(false)
  })

  it('API-06 API-45 API-47 answers a product whole: our own pictures absolute, unknown keys kept', async () => {
    const { body } = await shop.guest().get(`/product/${mug}`)
    expect(body).toEqual({
      success: true,
      product: {
        id: mug,
        num: expect.any(Number),
        title: '手感馬克杯',
        category: '茶與咖啡',
        content: '厚實杯身',
        description: '<p>粗陶</p>',
        imageUrl: 'http://shop.test/uploads/0123456789abcdef0123456789abcdef-1200x1200.jpg',
        imagesUrl: ['https://pictures.example/a.jpg'],
        is_enabled: 1,
        origin_price: 1200,
        price: 1000,
        unit: '個',
        origin: '鶯歌',
      },
    })
  })

  it('API-65 B8 a disabled product is as unknown as one that never was', async () => {
    const disabled = await shop.guest().get(`/product/${hidden}`)
    const unknown = await shop.guest().get('/product/-NoSuchProduct000000')
    expect(disabled.status).toBe(404)
    expect(disabled.body).toMatchObject({ success: false, message: '找不到產品' })
    expect(unknown.body).toEqual(disabled.body)
  })

  it.each(['..%2F', '%2e%2e', '%00', '__proto__', 'constructor', '产', 'a'.repeat(240)])(
    'A12 the id %s finds nothing, and breaks nothing',
    async (id) => {
      const { status } = await shop.guest().get(`/product/${encodeURI(id)}`)
      expect([400, 404]).toContain(status)
    },
  )
})

describe('the catalogue in memory', () => {
  it('is dropped when the database says that the catalogue changed', async () => {
    const id = await shop.product({ price: 10 })
    expect((await shop.guest().get(`/product/${id}`)).body.product.price).toBe(10)
    await shop.database.db.update(products).set({ price: 20 }).where(eq(products.id, id))
    await expect
      .poll(async () => (await shop.guest().get(`/product/${id}`)).body.product.price)
      .toBe(20)
  })
})
