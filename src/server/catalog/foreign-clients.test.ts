import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { sanitizeDescription } from './description.ts'

let shop: TestShop
let admin: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
})
afterAll(() => shop.close())

const lamp = {
  title: '燈',
  category: '燈飾',
  unit: '盞',
  origin_price: 1_200,
  price: 980,
  is_enabled: 1,
}

/** The replies of all endpoints that show a product, for a new one with these values. */
async function readBack(values: object): Promise<Record<string, unknown>[]> {
  const created = await admin.post('/admin/product', { ...lamp, ...values })
  expect(created.body).toMatchObject({ success: true })
  const { id } = created.body.product
  const detail = await shop.guest().get(`/product/${id}`)
  const listed = await shop.guest().get('/products')
  const administered = await admin.get('/admin/products')
  return [
    created.body.product,
    detail.body.product,
    listed.body.products[0],
    administered.body.products[0],
  ]
}

describe('the content of a product', () => {
  it.each([
    ['a text', '亞麻燈罩'],
    ['an object', { 材質: '亞麻', sizes: [10, 20], more: { a: null } }],
    ['an array', ['亞麻', { 寬: 30 }]],
    ['an empty array', []],
  ])('comes back as it was sent when it is %s (WIRE-02)', async (_, content) => {
    for (const product of await readBack({ content })) expect(product.content).toEqual(content)
  })

  it('changes from an object to a text and back (WIRE-02)', async () => {
    const { body } = await admin.post('/admin/product', { ...lamp, content: { a: 1 } })
    const path = `/admin/product/${body.product.id}`
    const contents = ['文字', ['列'], '文字']
    for (const content of contents) {
      expect((await admin.put(path, { ...lamp, content })).body.product.content).toEqual(content)
    }
    expect((await admin.put(path, lamp)).body.product.content).toBe('文字')
  })

  it('has at most 8 kB (WIRE-02)', async () => {
    const content = { text: 'x'.repeat(9_000) }
    const { status, body } = await admin.post('/admin/product', { ...lamp, content })
    expect([status, body.message]).toEqual([400, ['content 長度超過上限']])
  })

  it.each([null, 1, true])('is refused when it is %s (WIRE-02)', async (content) => {
    const { status, body } = await admin.post('/admin/product', { ...lamp, content })
    expect([status, body.message]).toEqual([400, ['content 型別錯誤']])
  })
})

describe('the pictures of a product', () => {
  it('are up to 20, null among them stands for none (WIRE-02)', async () => {
    const address = 'https://pictures.example/a.jpg'
    const imagesUrl = [...Array<string>(18).fill(address), null, '']
    for (const product of await readBack({ imagesUrl })) {
      expect(product.imagesUrl).toEqual([...Array<string>(18).fill(address), '', ''])
    }
    const { status } = await admin.post('/admin/product', {
      ...lamp,
      imagesUrl: Array<string>(21).fill(address),
    })
    expect(status).toBe(400)
  })

  it.each([
    [null, ''],
    ['/images/lamp.png', 'http://shop.test/images/lamp.png'],
    ['/圖/燈.png', 'http://shop.test/圖/燈.png'],
  ])('may be %s (WIRE-04)', async (imageUrl, shown) => {
    const [, detail] = await readBack({ imageUrl })
    expect(detail?.imageUrl).toBe(shown)
  })

  it.each([
    '//evil.example/a.png',
    '/\\evil.example/a.png',
    '/a/../b.png',
    '/a/%2e%2E/b.png',
    '/a b.png',
    'a.png',
  ])('may not be %s (WIRE-04)', async (imageUrl) => {
    expect((await admin.post('/admin/product', { ...lamp, imageUrl })).status).toBe(400)
  })
})

describe('a description without tags', () => {
  it.each(['plain & text <not a tag', '5 < 6 & "7" > 3 &amp; &lt;p&gt;', '第一行\n第二行 <3'])(
    'comes back character for character: %s (WIRE-03)',
    async (description) => {
      for (const product of await readBack({ description })) {
        expect(product.description).toBe(description)
      }
    },
  )

  it.each([
    '<img src=x onerror=alert(1)',
    '<svg onload=alert(1)',
    '<script>alert(1)',
    '<script ',
    '<!-- a',
    '</p',
  ])('is none with %s, which a page may read as markup', (html) => {
    expect(sanitizeDescription(`文字 ${html}`)).not.toContain('<')
  })
})

describe('the due date of a coupon', () => {
  it.each([1_767_225_599.5, 1_767_225_599_000.25, '1767225599'])(
    'may be %s, and comes back as a number (WIRE-04)',
    async (due_date) => {
      const coupon = { title: '八折', code: `d${due_date}`, percent: 80, is_enabled: 1, due_date }
      const { status, body } = await admin.post('/admin/coupon', coupon)
      expect([status, body.coupon?.due_date]).toEqual([200, Number(due_date)])
      const listed = await admin.get('/admin/coupons')
      expect(listed.body.coupons[0].due_date).toBe(Number(due_date))
      await shop.database.pool.query('delete from coupons')
    },
  )
})
