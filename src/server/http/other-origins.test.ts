import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openTestShop, shopPrefix, type TestShop } from '../testing/test-shop.ts'

const friend = 'https://friend.example'

it('refuses a preflight of an origin that is not named, and logs the setting (WIRE-06)', async () => {
  const shop = await openTestShop()
  const logged: string[] = []
  shop.app.log.warn = (_: unknown, text?: string) => void logged.push(text ?? '')
  for (let n = 0; n < 2; n++) {
    const response = await shop.app.inject({
      method: 'OPTIONS',
      url: `${shopPrefix}/cart`,
      headers: { origin: friend, 'access-control-request-method': 'POST' },
    })
    expect(response.statusCode).toBe(403)
    expect(response.json().message).toBe('不接受來自其他網站的請求')
  }
  expect(logged).toEqual([expect.stringContaining('CORS_ORIGINS')])
  await shop.close()
})

it.each([
  ['0', 1],
  ['1', 0],
])(
  'with SHARED_GUEST=%s logs the setting %i times for clients that keep no cookie (WIRE-08)',
  async (isShared, times) => {
    const shop = await openTestShop({ env: { CORS_ORIGINS: friend, SHARED_GUEST: isShared } })
    const logged: string[] = []
    shop.app.log.warn = (_: unknown, text?: string) => void logged.push(text ?? '')
    const product_id = await shop.product()
    for (let n = 0; n < 2; n++) {
      const response = await shop.app.inject({
        method: 'POST',
        url: `${shopPrefix}/cart`,
        headers: { origin: friend },
        payload: { data: { product_id, qty: 1 } },
      })
      expect(response.statusCode).toBe(200)
    }
    expect(logged).toEqual(Array(times).fill(expect.stringContaining('SHARED_GUEST')))
    await shop.close()
  },
)

describe('docs/clients.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/clients.md'), 'utf8')

  it('names only settings that the configuration reads (WIRE-07)', () => {
    const config = readFileSync(join(import.meta.dirname, '../config.ts'), 'utf8')
    const named = new Set(page.match(/\b[A-Z]+_[A-Z_]+\b/g))
    for (const name of ['CORS_ORIGINS', 'SHARED_GUEST', 'SHOP_PATH']) expect(named).toContain(name)
    expect([...named].filter((name) => !config.includes(name))).toEqual([])
  })

  it('gives each visitor a cart behind a proxy that passes the Host on, as the page says (WIRE-07)', async () => {
    const shop = await openTestShop({ env: { PUBLIC_URL: '' } })
    const product_id = await shop.product()
    const headers = { host: 'page.example', origin: 'http://page.example' }
    const added = await shop.app.inject({
      method: 'POST',
      url: `${shopPrefix}/cart`,
      headers,
      payload: { data: { product_id, qty: 2 } },
    })
    expect(added.statusCode).toBe(200)
    const cartOf = async (cookie: string) => {
      const reply = await shop.app.inject({
        url: `${shopPrefix}/cart`,
        headers: { ...headers, cookie },
      })
      return reply.json().data.carts.map(({ qty }: { qty: number }) => qty)
    }
    const [cookie] = added.cookies
    expect(await cartOf(`${cookie?.name}=${cookie?.value}`)).toEqual([2])
    expect(await cartOf('')).toEqual([])
    await shop.close()
  })
})

describe('a preflight of an origin that is named', () => {
  const preflight = (shop: TestShop, headers: string, origin = friend) =>
    shop.app.inject({
      method: 'OPTIONS',
      url: `${shopPrefix}/products`,
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': headers,
      },
    })

  it('allows the headers that it asks for, whatever they are (MEND-01)', async () => {
    const shop = await openTestShop({ env: { CORS_ORIGINS: friend } })
    for (const asked of ['cache-control', 'cache-control, pragma, x-made-up', 'authorization']) {
      const { statusCode, headers } = await preflight(shop, asked)
      expect(statusCode).toBe(204)
      expect(headers['access-control-allow-headers']).toBe(asked)
      expect(headers['access-control-allow-origin']).toBe(friend)
    }
    const stranger = await preflight(shop, 'cache-control', 'https://stranger.example')
    expect(stranger.statusCode).toBe(403)
    expect(stranger.headers).not.toHaveProperty('access-control-allow-headers')
    const { headers } = await shop.app.inject({
      url: `${shopPrefix}/products`,
      headers: { origin: friend },
    })
    expect(headers['access-control-expose-headers']).toBe('X-Request-Id, Retry-After')
    await shop.close()
  })

  it('is warned of for at most a hundred origins that are not named (MEND-53)', async () => {
    const shop = await openTestShop()
    const warn = vi.spyOn(shop.app.log, 'warn').mockImplementation(() => {})
    for (let n = 0; n < 120; n++) await preflight(shop, 'accept', `https://${n}.example`)
    for (let n = 0; n < 120; n++) await preflight(shop, 'accept', `https://${n}.example`)
    expect(warn).toHaveBeenCalledTimes(100)
    await shop.close()
  })
})
