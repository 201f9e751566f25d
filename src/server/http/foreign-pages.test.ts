import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, orderData, shopPrefix, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let mug: string
beforeAll(async () => {
  shop = await openTestShop()
  mug = await shop.product()
})
afterAll(() => shop.close())

async function stateOf(): Promise<unknown> {
  const { rows } = await shop.database.pool.query(`select
    (select count(*) from orders) as orders, (select count(*) from payments) as payments,
    (select json_agg(l order by id) from cart_lines l) as lines,
    (select json_agg(c order by owner) from carts c) as carts`)
  return rows
}

/** Requests that a foreign page can make a shopper's browser send, with or without the cookie. */
const foreignForms = [
  ['a form', 'application/x-www-form-urlencoded', 'data[qty]=1'],
  ['a form of files', 'multipart/form-data; boundary=x', '--x--\r\n'],
  ['plain text that is JSON', 'text/plain', JSON.stringify({ data: { qty: 1 } })],
  ['JSON without asking first', 'application/json', JSON.stringify({ data: { qty: 1 } })],
] as const

/** How such a request tells where it comes from. */
const foreignHeaders = [
  ['an origin', { origin: 'https://evil.example' }],
  ['the origin of a sandbox', { origin: 'null' }],
  ['no origin, but another site', { 'sec-fetch-site': 'cross-site' }],
  ['no origin, but a neighbour under the same domain', { 'sec-fetch-site': 'same-site' }],
] as const

describe('writes from pages of other sites', () => {
  const cases = foreignForms.flatMap(([form, type, payload]) =>
    foreignHeaders.map(([from, headers]) => [form, from, type, payload, headers] as const),
  )
  it.each(cases)(
    'F6 %s with %s is refused, and nothing changes',
    async (_, __, type, payload, headers) => {
      const guest = shop.guest()
      await guest.post('/cart', { product_id: mug, qty: 2 })
      const { orderId } = (await guest.post('/order', orderData)).body
      const { body } = await guest.post('/cart', { product_id: mug, qty: 1 })
      const before = await stateOf()
      const targets = [
        ['POST', '/cart'],
        ['PUT', `/cart/${body.data.id}`],
        ['DELETE', '/carts'],
        ['POST', '/order'],
        ['POST', `/pay/${orderId}`],
        ['POST', '/coupon'],
      ] as const
      for (const [method, path] of targets) {
        const response = await guest.inject({
          method,
          url: `${shopPrefix}${path}`,
          headers: { ...headers, 'content-type': type },
          payload,
        })
        expect(response.statusCode).toBe(403)
        expect(response.json()).toMatchObject({
          success: false,
          message: '不接受來自其他網站的請求',
        })
      }
      expect(await stateOf()).toEqual(before)
    },
  )

  it('F6 the sign-in and sign-out of the back office are refused to them too', async () => {
    const keeper = await openAdministrator(shop)
    const headers = { origin: 'https://evil.example', authorization: keeper.token }
    for (const url of ['/v2/admin/signin', '/v2/logout', '/v2/api/user/check']) {
      const payload = { username: keeper.username, password: keeper.password }
      const response = await shop.app.inject({ method: 'POST', url, headers, payload })
      expect(response.statusCode).toBe(403)
    }
    expect((await keeper.get('/admin/products')).status).toBe(200)
  })

  it('F6 our own pages, and clients that are no browser, may write', async () => {
    const guest = shop.guest()
    await guest.post('/cart', { product_id: mug, qty: 1 })
    for (const headers of [
      {},
      { origin: 'http://shop.test', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
    ]) {
      const response = await guest.inject({
        method: 'DELETE',
        url: `${shopPrefix}/carts`,
        headers,
      })
      expect(response.statusCode).toBe(200)
    }
  })
})

describe('who we are is told by the configuration', () => {
  const forged = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '203.0.113.7',
    forwarded: 'host=evil.example;proto=https',
  }

  it('F8 C17 with PUBLIC_URL no header names the shop', async () => {
    const imageUrl = '/uploads/00000000000000000000000000000000-10x10.jpg'
    const id = await shop.product({ imageUrl })
    const response = await shop.app.inject({ url: `${shopPrefix}/product/${id}`, headers: forged })
    expect(response.body).not.toContain('evil.example')
    expect(response.json().product.imageUrl).toBe(`http://shop.test${imageUrl}`)
  })

  it('F8 without it, forwarded headers count from a trusted proxy and from nobody else', async () => {
    const proxied = await openTestShop({ env: { PUBLIC_URL: '', TRUSTED_PROXIES: '192.0.2.80' } })
    const imageUrl = '/uploads/00000000000000000000000000000000-10x10.jpg'
    const id = await proxied.product({ imageUrl })
    const { host: _, ...forwarded } = forged
    const ask = async (remoteAddress: string) => {
      const headers = { ...forwarded, host: 'direct.example' }
      const url = `${shopPrefix}/product/${id}`
      return (await proxied.app.inject({ url, headers, remoteAddress })).json().product.imageUrl
    }
    expect(await ask('192.0.2.81')).toBe(`http://direct.example${imageUrl}`)
    expect(await ask('192.0.2.80')).toBe(`https://evil.example${imageUrl}`)
    await proxied.close()
  })
})

describe('the cookie of a guest', () => {
  it('F4 on https it is bound to this host, and another name is not believed', async () => {
    const secure = await openTestShop({
      env: { PUBLIC_URL: 'https://shop.test', PAYMENTS: 'demonstration' },
    })
    const product_id = await secure.product()
    const guest = secure.guest()
    const { headers } = await guest.post('/cart', { product_id, qty: 1 })
    const [name, ...attributes] = String(headers['set-cookie']).split('; ')
    expect(name).toMatch(/^__Host-shopper=[A-Za-z0-9_-]{22}$/)
    expect(attributes.toSorted()).toEqual(
      ['HttpOnly', 'Max-Age=15552000', 'Path=/', 'SameSite=Lax', 'Secure'].toSorted(),
    )
    const tossed = secure.guest()
    tossed.cookies.set('shopper', guest.cookies.get('__Host-shopper') ?? '')
    expect((await tossed.get('/cart')).body.data.carts).toEqual([])
    expect((await guest.get('/cart')).body.data.carts).toHaveLength(1)

    const member = await secure.member()
    member.cookies.set('__Host-shopper', guest.cookies.get('__Host-shopper') ?? '')
    const merged = await member.get('/cart')
    expect(merged.body.data.carts).toHaveLength(1)
    expect(String(merged.headers['set-cookie'])).toMatch(/^__Host-shopper=;.*Secure/)
    await secure.close()
  })

  it('F4 B9 ids are random in all their 128 bits, and never twice', async () => {
    const cookies: Buffer[] = []
    for (let made = 0; made < 300; made++) {
      const guest = shop.guest()
      await guest.delete('/carts')
      cookies.push(Buffer.from(guest.cookies.get('shopper') ?? '', 'base64url'))
    }
    expect(new Set(cookies.map((id) => id.toString('hex'))).size).toBe(300)
    for (let byte = 0; byte < 16; byte++) {
      const [ones, zeros] = cookies.reduce(
        ([or, and], id) => [or | (id[byte] ?? 0), and & (id[byte] ?? 0)],
        [0, 255],
      )
      expect([cookies[0]?.length, ones, zeros]).toEqual([16, 255, 0])
    }
  })

  it('F4 the guest of before the sign-in is nobody after it', async () => {
    const guest = shop.guest()
    await guest.post('/cart', { product_id: mug, qty: 1 })
    const old = guest.cookies.get('shopper') ?? ''
    const member = await shop.member()
    member.cookies.set('shopper', old)
    await member.get('/cart')
    expect(member.cookies.has('shopper')).toBe(false)
    const afterwards = shop.guest()
    await afterwards.post('/cart', { product_id: mug, qty: 1 })
    expect(afterwards.cookies.get('shopper')).not.toBe(old)
  })
})
