import { expect, test } from 'vitest'
import { facebookUrl, lineUrl, productShareText, shareUrl } from './share-link.ts'

test('the text of a product (SHARE-08)', () => {
  expect(productShareText({ title: '圓肚陶座亞麻檯燈', price: 1200 })).toBe(
    '圓肚陶座亞麻檯燈 NT$1,200｜MinMin 團購',
  )
})

test('the address is a path of the shop with the way it was sent (SHARE-03, SHARE-06)', () => {
  const path = '/main/prods/detail/-P1'
  expect(shareUrl('https://shop.example', path, 'qr')).toBe(`https://shop.example${path}?via=qr`)
  expect(shareUrl('https://shop.example', path, 'copy')).toBe(
    `https://shop.example${path}?via=copy&openExternalBrowser=1`,
  )
})

test('LINE and Facebook get the address and the text encoded (SHARE-04, SHARE-05)', () => {
  const address = shareUrl('https://shop.example', '/g/abc', 'line')
  const line = new URL(lineUrl(address, '檯燈 & 杯'))
  expect(`${line.origin}${line.pathname}`).toBe('https://social-plugins.line.me/lineit/share')
  expect(line.searchParams.get('url')).toBe(address)
  expect(line.searchParams.get('text')).toBe('檯燈 & 杯')
  expect(new URL(facebookUrl(address)).searchParams.get('u')).toBe(address)
})
