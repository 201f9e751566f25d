import { describe, expect, it } from 'vitest'
import { findInAppBrowser, outsideAddress } from './in-app-browser.ts'

const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

describe('the browser of an application (GATEWAY-33)', () => {
  it.each([
    [`${safari} Safari Line/14.16.0`, 'line'],
    [`${safari} Mobile/15E148 [FBAN/FBIOS;FBAV/480.0.0.30.109;FBBV/640;FBDV/iPhone16,1]`, 'other'],
    [`${safari} Mobile/15E148 Instagram 350.0.0.20.90`, 'other'],
    [`${safari} Version/18.0 Mobile/15E148 Safari/604.1`, undefined],
    ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36 Offline/1', undefined],
  ])('%s is %s', (userAgent, name) => {
    expect(findInAppBrowser(userAgent)).toBe(name)
  })

  it('is left by an address with its query before the hash (GATEWAY-34)', () => {
    expect(outsideAddress('/main/cart/pay/abc', 'https://shop.example')).toBe(
      'https://shop.example/?openExternalBrowser=1#/main/cart/pay/abc',
    )
  })
})
