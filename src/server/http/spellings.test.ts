import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop, shopPrefix, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

it.each([
  `/${shopPrefix}/cart`,
  `${shopPrefix.replace('/v2', '/%762')}/cart`,
  `${shopPrefix}//cart/`,
  `/${shopPrefix}/nothing`,
  '//v2/x',
  '/%762/x',
])('%s has the headers of the API, however it is spelled (SAFE-10)', async (url) => {
  const { headers } = await shop.app.inject(url)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['content-security-policy']).toMatch(/^default-src 'none';base-uri 'none'/)
  expect(headers).not.toHaveProperty('x-frame-options')
})

it.each([
  `${shopPrefix}/nothing`,
  `${shopPrefix.replace('/v2/', '/v2//')}/nothing`,
  `//${shopPrefix}///nothing//`,
  '/v2/api//products',
  '/v2/api//admin/products',
])('%s is an unknown call (WIRE-05) (MEND-06)', async (url) => {
  const response = await shop.app.inject({ url, headers: { accept: 'text/html' } })
  expect(response.statusCode).toBe(404)
  expect(response.json()).toEqual({
    success: false,
    message: '找不到此路徑',
    code: 'UNKNOWN_PATH',
  })
})

describe('unknown properties', () => {
  it.each([1e308, -1e308, 2 ** 53, 1e-300])(
    'refuses the number %s, which is stored longer than it came (SAFE-11)',
    async (number) => {
      const mug = await shop.product()
      const guest = shop.guest()
      await guest.post('/cart', { product_id: mug, qty: 1 })
      const user = { name: '王', email: 'a@example.com', tel: '0912345678', address: '台北' }
      const order = { user: { ...user, more: { deep: [number] } } }
      const { status, body } = await guest.post('/order', order)
      expect([status, body.message]).toEqual([400, ['自訂欄位的數值超出範圍']])
    },
  )
})

it('names a refusal by its code, and each faulty field', async () => {
  const { body } = await shop.guest().post('/order', { user: { name: '王' } })
  expect(body).toMatchObject({ success: false, code: 'INVALID_INPUT' })
  expect(body.message).toEqual(Object.values(body.fields))
  expect(body.fields).toMatchObject({ email: ' email 欄位為必填' })
})
