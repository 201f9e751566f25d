import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { products } from '../db/tables/catalog.ts'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../testing/test-administrator.ts'
import { openTestShop, type TestShop, type Visitor } from '../testing/test-shop.ts'

let shop: TestShop
let admin: TestAdministrator
let guest: Visitor

beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
  guest = shop.guest()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.db.delete(products)
})

const lamp = {
  title: '香菇燈',
  category: '燈飾',
  unit: '盞',
  origin_price: 1200,
  price: 980,
  content: '亞麻燈罩',
  description: '<p>暖光</p>',
  imageUrl: 'https://pictures.example/lamp.jpg',
  imagesUrl: ['https://pictures.example/2.jpg', ''],
  is_enabled: 1,
}

async function create(values: object = {}): Promise<string> {
  const { body } = await admin.post('/admin/product', { ...lamp, ...values })
  return body.product.id
}
const read = async (id: string) => (await admin.get('/admin/products/all')).body.products[id]
const titles = ({ body }: { body: { products: { title: string }[] } }) =>
  body.products.map(({ title }) => title)

describe('the list', () => {
  it('API-19 APRODUCT-26 CONST-06 answers 10 products a page, newest first, disabled ones too', async () => {
    for (let number = 1; number <= 11; number++) {
      await shop.product({ title: `燈 ${number}`, isEnabled: number % 2 === 0 })
    }
    const first = await admin.get('/admin/products?page=1&pageSize=50&limit=50')
    expect(first.status).toBe(200)
    expect(titles(first)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => `燈 ${n}`))
    expect(first.body.pagination).toEqual({
      total_pages: 2,
      current_page: 1,
      has_pre: false,
      has_next: true,
      category: '',
    })
    expect(first.body.messages).toEqual([])
    const second = await admin.get('/admin/products?page=2')
    expect(titles(second)).toEqual(['燈 1'])
    expect(second.body.pagination).toMatchObject({ has_pre: true, has_next: false })
    const past = await admin.get('/admin/products?page=3')
    expect(past.body.products).toEqual([])
    expect(past.body.pagination).toMatchObject({ total_pages: 2, current_page: 3 })
  })

  it.each(['0', '-1', '1.5', 'x', '1e9', '9223372036854775808'])(
    'API-63 G1 page=%s is refused',
    async (page) => {
      const { status, body } = await admin.get(`/admin/products?page=${page}`)
      expect(status).toBe(400)
      expect(body.success).toBe(false)
    },
  )

  it.each([
    ['燈', ['Table 燈飾', '燈飾']],
    ['table', ['Table 燈飾']],
    ['BLE 燈', ['Table 燈飾']],
    ['100%', ['100%_棉\\']],
    ['%', ['100%_棉\\']],
    ['_', ['100%_棉\\']],
    ['\\', ['100%_棉\\']],
    ['無此類別', []],
    ["' or 1=1 --", []],
  ])('API-20 APRODUCT-06 the category "%s" finds %j', async (category, expected) => {
    for (const name of ['燈飾', 'Table 燈飾', '100%_棉\\', '杯'])
      await shop.product({ category: name })
    const found = await admin.get(`/admin/products?page=1&category=${encodeURIComponent(category)}`)
    expect(found.status).toBe(200)
    expect(found.body.products.map((product: { category: string }) => product.category)).toEqual(
      expected,
    )
    expect(found.body.pagination.category).toBe(category)
  })

  it.each([
    ['price', 'asc', ['乙', '甲', '丙']],
    ['price', 'desc', ['丙', '甲', '乙']],
    ['origin_price', 'asc', ['丙', '甲', '乙']],
    ['is_enabled', 'asc', ['乙', '甲', '丙']],
    ['is_enabled', 'desc', ['丙', '甲', '乙']],
    ['category', 'asc', ['丙', '乙', '甲']],
    ['title', '', ['丙', '乙', '甲']],
  ])('APRODUCT-26 is sorted by %s %s, over the whole list', async (sort, order, expected) => {
    await shop.product({ title: '甲', price: 2, originPrice: 8, category: 'c', isEnabled: true })
    await shop.product({
      title: '乙',
      price: 1,
      originPrice: 9,
      category: 'b',
      isEnabled: false,
    })
    await shop.product({ title: '丙', price: 3, originPrice: 7, category: 'a', isEnabled: true })
    const found = await admin.get(`/admin/products?sort=${sort}${order ? `&order=${order}` : ''}`)
    expect(found.status).toBe(200)
    if (sort === 'title') {
      const inDatabase = await shop.database.db.execute<{ title: string }>(
        sql`select title from products order by title`,
      )
      expect(titles(found)).toEqual(inDatabase.rows.map(({ title }) => title))
    } else expect(titles(found)).toEqual(expected)
  })

  it.each([
    'sort=id;drop table products',
    'sort=deleted_at',
    'sort=price&order=up',
    'sort=__proto__',
  ])('G1 ?%s is refused', async (query) => {
    const { status } = await admin.get(`/admin/products?${query}`)
    expect(status).toBe(400)
  })

  it('API-04 products/all is an object with every product under its id', async () => {
    const one = await create()
    const hidden = await create({ is_enabled: 0 })
    const { body } = await admin.get('/admin/products/all')
    expect(body.success).toBe(true)
    expect(Object.keys(body.products).sort()).toEqual([one, hidden].sort())
    expect(body.products[hidden]).toMatchObject({ id: hidden, is_enabled: 0 })
  })
})

describe('choices', () => {
  const choices = async (query: string, by = admin) =>
    (await by.get(`/admin/products/choices?${query}`)).body
  const word = encodeURIComponent

  it('a text finds products of any age, unpublished ones too, and leaves no trace (MEND-19)', async () => {
    const oldest = await shop.product({ title: '頭一個杯', isEnabled: false })
    for (let number = 1; number <= 21; number++) await shop.product({ title: `燈 ${number}` })
    const newest = await choices('')
    expect(titles({ body: newest })).toEqual(Array.from({ length: 20 }, (_, n) => `燈 ${21 - n}`))
    expect(newest.has_more).toBe(true)
    const found = await choices(`q=${word('頭一個')}`)
    expect(found.has_more).toBe(false)
    expect(found.products).toEqual([
      expect.objectContaining({ id: oldest, title: '頭一個杯', is_enabled: 0 }),
    ])
    expect((await choices(`q=${word('沒有這個')}`)).products).toEqual([])
    const { rowCount } = await shop.database.pool.query('select from missed_searches')
    expect(rowCount).toBe(0)
  })

  it('ids tell what was chosen before, deleted or not; prices need money.read (MEND-19)', async () => {
    const [kept, gone] = [await create({ title: '留著' }), await create({ title: '刪了' })]
    await admin.delete(`/admin/product/${gone}`)
    const { products: known } = await choices(`ids=${kept},${gone},no-such-id`)
    expect(known).toHaveLength(2)
    expect(known).toContainEqual(expect.objectContaining({ id: kept, price: lamp.price }))
    expect(known).toContainEqual(expect.objectContaining({ id: gone, is_archived: true }))
    expect((await choices(`q=${word('刪了')}`)).products).toEqual([])
    const packer = await openStaff(shop, 'packer')
    expect((await choices(`ids=${kept}`, packer)).products).toEqual([
      { id: kept, title: '留著', picture: lamp.imageUrl, is_enabled: 1 },
    ])
    const many = Array.from({ length: 201 }, () => 'a').join()
    expect((await admin.get(`/admin/products/choices?ids=${many}`)).status).toBe(400)
  })
})

describe('creating', () => {
  it('API-25 API-45 API-47 answers the product as it is stored, and the storefront has it', async () => {
    const { status, body } = await admin.post('/admin/product', { ...lamp, origin: '鶯歌' })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: '已建立產品',
      product: { ...lamp, origin: '鶯歌', id: expect.any(String), num: expect.any(Number) },
    })
    const { id } = body.product
    expect(id).toMatch(/^[\w-]{20}$/)
    expect(await read(id)).toEqual(body.product)
    expect((await guest.get(`/product/${id}`)).body.product).toEqual(body.product)
  })

  it('API-25 the five required fields are enough; such a product is not shown yet', async () => {
    const { title, category, unit, origin_price, price } = lamp
    const input = { title, category, unit, origin_price, price }
    const { body } = await admin.post('/admin/product', input)
    expect(body.product).toMatchObject({
      content: '',
      description: '',
      imageUrl: '',
      imagesUrl: [],
      is_enabled: 0,
    })
    expect((await guest.get(`/product/${body.product.id}`)).status).toBe(404)
  })

  it.each(['title', 'category', 'unit', 'origin_price', 'price'])(
    'API-25 a missing %s is told in the words of the contract',
    async (field) => {
      const { status, body } = await admin.post('/admin/product', { ...lamp, [field]: undefined })
      expect(status).toBe(400)
      expect(body).toMatchObject({ success: false, message: [` ${field} 欄位為必填`] })
    },
  )

  it('API-25 all missing fields are told at once', async () => {
    const { body } = await admin.post('/admin/product', {})
    expect([...body.message].sort()).toEqual(
      ['title', 'category', 'unit', 'origin_price', 'price']
        .map((field) => ` ${field} 欄位為必填`)
        .sort(),
    )
  })

  it.each([
    [{ title: '' }, 'title 屬性不得為空'],
    [{ title: '  ' }, 'title 屬性不得為空'],
    [{ unit: '' }, 'unit 屬性不得為空'],
    [{ category: '' }, 'category 屬性不得為空'],
    [{ title: 1 }, 'title 型別錯誤'],
    [{ title: null }, 'title 型別錯誤'],
    [{ title: 'x'.repeat(201) }, 'title 長度超過上限'],
    [{ content: 7 }, 'content 型別錯誤'],
    [{ description: [] }, 'description 型別錯誤'],
    [{ price: true }, 'price 型別錯誤'],
    [{ price: null }, 'price 型別錯誤'],
    [{ price: [3] }, 'price 型別錯誤'],
    [{ price: '0x10' }, 'price 型別錯誤'],
    [{ price: ' 7 ' }, 'price 型別錯誤'],
    [{ price: '1e3' }, 'price 型別錯誤'],
    [{ price: '-5' }, 'price 型別錯誤'],
    [{ price: 1.5 }, 'price 型別錯誤'],
    [{ price: '' }, 'price 屬性不得為空'],
    [{ price: -1 }, 'price 數值超出範圍'],
    [{ price: 1e15 }, 'price 數值超出範圍'],
    [{ price: '999999999999' }, 'price 數值超出範圍'],
    [{ origin_price: -1 }, 'origin_price 數值超出範圍'],
    [{ origin_price: 2_147_483_648 }, 'origin_price 數值超出範圍'],
    [{ is_enabled: 2 }, 'is_enabled 型別錯誤'],
    [{ is_enabled: 'true' }, 'is_enabled 型別錯誤'],
    [{ is_enabled: null }, 'is_enabled 型別錯誤'],
    [{ imagesUrl: 'https://x.example/a.jpg' }, 'imagesUrl 型別錯誤'],
    [{ imagesUrl: [1] }, 'imagesUrl 型別錯誤'],
    [{ imagesUrl: Array(21).fill('https://x.example/a.jpg') }, 'imagesUrl 數量不符規定'],
  ])('A9 API-46 API-66 %j is refused: %s', async (values, message) => {
    const { status, body } = await admin.post('/admin/product', { ...lamp, ...values })
    expect(body).toMatchObject({ success: false, message: [message] })
    expect(status).toBe(400)
    expect((await admin.get('/admin/products')).body.products).toEqual([])
  })

  it.each([
    [
      { price: '980', origin_price: '1200', is_enabled: true },
      { price: 980, is_enabled: 1 },
    ],
    [
      { price: 0, origin_price: 0, is_enabled: false },
      { price: 0, is_enabled: 0 },
    ],
    [
      { price: 2_147_483_647, is_enabled: '1' },
      { price: 2_147_483_647, is_enabled: 1 },
    ],
    // The contract's clients sell above the list price as they like.
    [
      { price: 300, origin_price: 100, is_enabled: '0' },
      { price: 300, is_enabled: 0 },
    ],
    [{ imagesUrl: Array(20).fill('https://x.example/a.jpg') }, {}],
  ])('A9 API-46 API-47 API-66 %j is read liberally, stored strictly', async (values, stored) => {
    const { status, body } = await admin.post('/admin/product', { ...lamp, ...values })
    expect(status).toBe(200)
    expect(body.product).toMatchObject(stored)
  })

  it.each([{ ...lamp }, [], 'text', null, 5])(
    'A4 a body without its wrapper is refused (%j)',
    async (payload) => {
      const response = await admin.inject({
        method: 'POST',
        url: '/v2/api/shopping-minmin/admin/product',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ success: false })
    },
  )

  it('A3 keys that the server owns are not taken from the client', async () => {
    const { body } = await admin.post('/admin/product', { ...lamp, id: 'mine', num: 7_000_000 })
    expect(body.product.id).not.toBe('mine')
    expect(body.product.num).not.toBe(7_000_000)
  })

  it('keeps unknown keys, up to 8 kB together', async () => {
    const extra = { rating: 4.5, tags: ['新', { a: null }], 'key with space': '<b>' }
    const id = await create(extra)
    expect(await read(id)).toMatchObject(extra)
    const { status, body } = await admin.post('/admin/product', { ...lamp, big: 'x'.repeat(8_192) })
    expect(status).toBe(400)
    expect(body.message).toEqual(['自訂欄位合計不可超過 8 kB'])
    await admin.put(`/admin/product/${id}`, { ...lamp, one: 'x'.repeat(5_000) })
    const second = await admin.put(`/admin/product/${id}`, { ...lamp, two: 'x'.repeat(5_000) })
    expect(second.status).toBe(400)
    expect(await read(id)).not.toHaveProperty('two')
  })

  it('VALID-47 a description is stored without what could run', async () => {
    const description = '<h2>規格</h2><script>alert(1)</script><img src=x onerror=alert(1)>'
    const id = await create({ description })
    const clean = '<h2>規格</h2><img src="x" />'
    expect((await read(id)).description).toBe(clean)
    await admin.put(`/admin/product/${id}`, { ...lamp, description: `${description}二` })
    expect((await read(id)).description).toBe(`${clean}二`)
  })
})

describe('addresses of pictures', () => {
  const own = '/uploads/0123456789abcdef0123456789abcdef-8x8.jpg'

  it.each([`http://shop.test${own}`, own, ` ${own} `])(
    'API-23 "%s" is our own: stored as a path, absolute in replies',
    async (address) => {
      const id = await create({ imageUrl: address, imagesUrl: [address] })
      const [row] = await shop.database.db.select().from(products)
      expect(row).toMatchObject({ imageUrl: own, imagesUrl: [own] })
      expect(await read(id)).toMatchObject({
        imageUrl: `http://shop.test${own}`,
        imagesUrl: [`http://shop.test${own}`],
      })
    },
  )

  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\nscript:alert(1)',
    'data:image/png;base64,AAAA',
    'ftp://x.example/a.jpg',
    'file:///etc/passwd',
    'https://user:password@x.example/a.jpg',
    'https://user@x.example/a.jpg',
    '//x.example/a.jpg',
    'a.jpg',
    '/v2/logout',
    '/uploads/../v2/logout',
    '/uploads/%2e%2e/x.jpg',
    '/uploads/"onerror="alert(1)',
    'http://shop.test@x.example/a.jpg',
    'https://x.example/\u0001.jpg',
    'https://x.example/a\nb.jpg',
    'https://',
  ])('A9 "%s" is refused', async (address) => {
    const main = await admin.post('/admin/product', { ...lamp, imageUrl: address })
    expect(main.status).toBe(400)
    expect(main.body.message).toEqual(['imageUrl 網址格式不正確'])
    const extra = await admin.post('/admin/product', { ...lamp, imagesUrl: ['', address] })
    expect(extra.body.message).toEqual(['imagesUrl 網址格式不正確'])
  })
})

describe('changing and deleting', () => {
  it('API-26 changes the product, and the storefront shows it at once', async () => {
    const id = await create()
    expect((await guest.get(`/product/${id}`)).body.product.price).toBe(980)
    expect((await guest.get('/products')).body.products[0].price).toBe(980)
    const { status, body } = await admin.put(`/admin/product/${id}`, { ...lamp, price: 870 })
    expect(status).toBe(200)
    expect(body.message).toBe('已更新產品')
    expect((await guest.get(`/product/${id}`)).body.product.price).toBe(870)
    expect((await guest.get('/products')).body.products[0].price).toBe(870)
    expect((await guest.get('/products/all')).body.products[0].price).toBe(870)
  })

  it('API-26 takes back what the list gave, and keeps what the input does not name', async () => {
    const id = await create({ origin: '鶯歌' })
    const listed = await read(id)
    expect((await admin.put(`/admin/product/${id}`, listed)).body.product).toEqual(listed)
    const { title, category, unit, origin_price, price } = lamp
    const input = { title, category, unit, origin_price, price, colour: '白' }
    const { body } = await admin.put(`/admin/product/${id}`, input)
    expect(body.product).toEqual({ ...listed, colour: '白' })
  })

  it('API-26 takes what the sender changed alone, where it says which fields these are', async () => {
    const id = await create({ origin: '鶯歌' })
    const opened = await read(id)
    await admin.put(`/admin/product/${id}`, { ...lamp, price: 870, content: '', is_enabled: 0 })
    const form = { ...lamp, description: '<p>暖白光</p>', origin_price: '1300' }
    const changed_fields = ['description', 'origin_price']
    const { body } = await admin.put(`/admin/product/${id}`, { ...form, changed_fields })
    const others = { price: 870, content: '', is_enabled: 0 }
    const own = { description: '<p>暖白光</p>', origin_price: 1300 }
    expect(body.product).toEqual({ ...opened, ...others, ...own })
    await admin.put(`/admin/product/${id}`, {
      ...lamp,
      content: { a: 1 },
      changed_fields: ['content'],
    })
    await admin.put(`/admin/product/${id}`, { ...lamp, title: '燈', changed_fields: [] })
    expect(await read(id)).toEqual({ ...opened, ...others, ...own, content: { a: 1 } })
    const misspelt = await admin.put(`/admin/product/${id}`, { ...lamp, changed_fields: ['prize'] })
    expect([misspelt.status, misspelt.body.message]).toEqual([400, ['changed_fields 型別錯誤']])
  })

  it('API-26 a faulty product changes nothing', async () => {
    const id = await create()
    const { status, body } = await admin.put(`/admin/product/${id}`, { ...lamp, price: -1 })
    expect(status).toBe(400)
    expect(body.message).toEqual(['price 數值超出範圍'])
    expect((await read(id)).price).toBe(980)
  })

  it('API-26 disabling takes it off the storefront at once', async () => {
    const id = await create()
    expect((await guest.get('/products')).body.products).toHaveLength(1)
    await admin.put(`/admin/product/${id}`, { ...lamp, is_enabled: 0 })
    expect((await guest.get('/products')).body.products).toEqual([])
    expect((await guest.get(`/product/${id}`)).status).toBe(404)
  })

  it('API-27 deletes it once, for the storefront too', async () => {
    const id = await create()
    expect((await guest.get(`/product/${id}`)).status).toBe(200)
    const { status, body } = await admin.delete(`/admin/product/${id}`)
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, message: '已刪除產品' })
    expect((await guest.get(`/product/${id}`)).status).toBe(404)
    expect((await admin.get('/admin/products')).body.products).toEqual([])
    const again = await admin.delete(`/admin/product/${id}`)
    expect(again.status).toBe(404)
    expect(again.body).toMatchObject({ success: false, message: '找不到產品' })
    expect((await admin.put(`/admin/product/${id}`, lamp)).status).toBe(404)
  })

  it('D13 of a hundred deletions at once each product goes once', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => shop.product()))
    const replies = await Promise.all(
      [...ids, ...ids].map((id) => admin.delete(`/admin/product/${id}`)),
    )
    const codes = replies.map(({ status }) => status)
    expect(codes.filter((code) => code === 200)).toHaveLength(50)
    expect(codes.filter((code) => code === 404)).toHaveLength(50)
  })

  it.each(['-NoSuchProduct000000', '..%2F', '%00', '__proto__', 'constructor', 'a'.repeat(240)])(
    'A12 the id %s is unknown, and breaks nothing',
    async (id) => {
      expect([400, 404]).toContain((await admin.put(`/admin/product/${id}`, lamp)).status)
      expect([400, 404]).toContain((await admin.delete(`/admin/product/${id}`)).status)
    },
  )
})
