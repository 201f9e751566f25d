import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ env: { CORS_ORIGINS: 'https://friend.example' } })
})
afterAll(() => shop.close())

const cart = '/v2/api/shopping-minmin/cart'

describe('bodies', () => {
  const good = '{"data":{"product_id":"x","qty":1}}'

  it.each([
    ['text/plain', good],
    ['application/x-www-form-urlencoded', 'data=1'],
    ['application/json; charset=utf-7', good],
    ['application/json garbage', good],
    ['multipart/form-data; boundary=x', good],
  ])('A13 the type "%s" is refused with 415', async (type, payload) => {
    const response = await shop.guest().inject({
      method: 'POST',
      url: cart,
      headers: { 'content-type': type },
      payload,
    })
    expect(response.statusCode).toBe(415)
    expect(response.json()).toMatchObject({ success: false })
  })

  it('A13 a compressed body is refused', async () => {
    const response = await shop.guest().inject({
      method: 'POST',
      url: cart,
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: good,
    })
    expect(response.statusCode).toBe(415)
  })

  it.each([
    ['trailing bytes', `${good} x`],
    ['a byte order mark', `\ufeff${good}`],
    ['a prototype', '{"data":{"__proto__":{"qty":1},"product_id":"x"}}'],
    ['10,000 levels', `{"data":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['no JSON', '{'],
    ['nothing', ''],
  ])('A14 %s is refused with 400', async (_, payload) => {
    const response = await shop.guest().inject({
      method: 'POST',
      url: cart,
      headers: { 'content-type': 'application/json' },
      payload,
    })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ success: false })
    expect(({} as { qty?: number }).qty).toBeUndefined()
  })

  it('A14 a body over the limit is refused with 413', async () => {
    const response = await shop.guest().inject({
      method: 'POST',
      url: cart,
      headers: { 'content-type': 'application/json' },
      payload: `{"data":"${'x'.repeat(1024 * 1024)}"}`,
    })
    expect(response.statusCode).toBe(413)
  })

  it('A14 of a doubled key the last one counts', async () => {
    const product_id = await shop.product()
    const response = await shop.guest().inject({
      method: 'POST',
      url: cart,
      headers: { 'content-type': 'application/json' },
      payload: `{"data":{"product_id":"${product_id}","qty":5,"qty":2}}`,
    })
    expect(response.json().data.qty).toBe(2)
  })
})

describe('addresses', () => {
  it("a path that is not this shop's is forbidden", async () => {
    const response = await shop.guest().inject('/v2/api/another-shop/products')
    expect(response.statusCode).toBe(403)
    expect(response.json()).toEqual({
      success: false,
      message: '禁止使用, 請確認 api_path 是否為本人使用。',
      code: 'FOREIGN_PATH',
    })
  })

  it('API-02 API-03 an unknown call answers success false and a zh-TW message', async () => {
    const response = await shop.guest().inject('/v2/api/shopping-minmin/nothing')
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ success: false, message: '找不到此路徑' })
  })
})

describe('headers', () => {
  it('F7 personal answers are not stored by anyone', async () => {
    const { headers } = await shop.guest().inject(cart)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it.each([
    'https://evil.example',
    'null',
    'https://friend.example.evil.example',
    'http://friend.example',
  ])('F5 F6 the page of %s may neither read nor write', async (origin) => {
    const read = await shop.guest().inject({ url: cart, headers: { origin } })
    expect(read.headers).not.toHaveProperty('access-control-allow-origin')
    const write = await shop
      .guest()
      .inject({ method: 'DELETE', url: '/v2/api/shopping-minmin/carts', headers: { origin } })
    expect(write.statusCode).toBe(403)
  })

  it.each(['https://friend.example', 'http://shop.test'])(
    'F5 the page of %s may write',
    async (origin) => {
      const write = await shop
        .guest()
        .inject({ method: 'DELETE', url: '/v2/api/shopping-minmin/carts', headers: { origin } })
      expect(write.statusCode).toBe(200)
    },
  )

  it('F5 an allowed page is told so, with credentials and the headers of the contract', async () => {
    const { headers } = await shop.guest().inject({
      method: 'OPTIONS',
      url: cart,
      headers: {
        origin: 'https://friend.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'Idempotency-Key, X-Client-Version, X-Firebase-Client',
      },
    })
    expect(headers['access-control-allow-origin']).toBe('https://friend.example')
    expect(headers['access-control-allow-credentials']).toBe('true')
    const allowed = headers['access-control-allow-headers']
    expect(allowed).toContain('Idempotency-Key')
    // The SDK of the members' sign-in sends them.
    expect(allowed).toContain('X-Client-Version')
    expect(allowed).toContain('X-Firebase-Client')
  })
})

describe('addresses that cannot be read', () => {
  it.each(['%zz', '%ff', '%', 'x'.repeat(251), '%00'.repeat(300)])(
    'A12 F7 an id like %s is refused as every other fault of input is',
    async (id) => {
      const response = await shop.guest().inject(`/v2/api/shopping-minmin/order/${id}`)
      expect(response.statusCode).toBe(400)
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(response.headers['cache-control']).toBe('no-store')
      expect(response.json()).toMatchObject({ success: false, message: '輸入的資料格式有誤' })
    },
  )
})

describe('faults of ours', () => {
  it('H9 are one sentence with the id of the request, and give nothing away', async () => {
    const broken = await openTestShop()
    await broken.database.pool.query('alter table products rename to products_gone')
    const response = await broken.guest().inject('/v2/api/shopping-minmin/products/all')
    expect(response.statusCode).toBe(500)
    const body = response.json()
    expect(body).toEqual({
      success: false,
      message: `系統發生錯誤，請稍後再試（編號 ${body.requestId}）`,
      code: 'INTERNAL',
      requestId: expect.stringMatching(/^[\w-]{12}-[0-9a-z]+$/),
    })
    expect(response.body).not.toContain('products')
    await broken.close()
  })
})
