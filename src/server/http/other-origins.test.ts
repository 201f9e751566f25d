import { expect, it } from 'vitest'
import { openTestShop, shopPrefix } from '../testing/test-shop.ts'

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
