import { afterEach, expect, test } from 'vitest'
import { fragmentAddress, inLanguage, withMarkedChinese, withoutLanguage } from '../language.ts'
import { shownAddress } from '../shown-address.ts'
import { shownReason } from '../shown-reason.ts'
import { setTranslation, t, textParts } from '../translate.ts'
import server from './server.json' with { type: 'json' }
import storefront from './storefront.json' with { type: 'json' }
import { createTranslator } from './translator.ts'

afterEach(() => setTranslation(() => undefined))

const speakEnglish = () => {
  const english = { language: 'en', translate: createTranslator(storefront, server) } as const
  setTranslation(() => english)
}

test('counts in the plural of English, and in Chinese fills the text itself (OPEN-05)', () => {
  expect(t('購物車（{lines} 項）', { lines: 1 })).toBe('購物車（1 項）')
  speakEnglish()
  expect(t('購物車（{lines} 項）', { lines: 1 })).toBe('Cart (1 item)')
  expect(t('購物車（{lines} 項）', { lines: 1200 })).toBe('Cart (1,200 items)')
})

test('keeps an element in its place, and shows nothing of what is absent (OPEN-05)', () => {
  const link = { type: 'a' }
  expect(textParts('更改{part}', { part: link })).toEqual(['更改', link, ''])
  speakEnglish()
  expect(textParts('更改{part}', { part: link })).toEqual(['Change ', link])
  expect(t('訂單 {number}{part}', { number: '261128-15', part: false })).toBe('Order 261128-15')
})

test('leaves a text of the owner as it is, braces and all (OPEN-05)', () => {
  const own = '本店的 {特別} 優惠 {now}'
  expect(t(own)).toBe(own)
  speakEnglish()
  expect(t(own)).toBe(own)
  // The fields of a mail are filled later.
  expect(t('{商店名稱}：付款完成（{訂單編號}）')).toBe('{商店名稱}: payment received ({訂單編號})')
})

test('reads a reason that is kept in Chinese, with what the owner wrote in it (OPEN-05)', () => {
  speakEnglish()
  expect(
    ['未成團', '團購已取消：缺貨', '同一個電子信箱限購 2 份', '顧客改買別的'].map(shownReason),
  ).toEqual([
    t('未成團'),
    'The group buy was cancelled: 缺貨',
    'At most 2 for one email address',
    '顧客改買別的',
  ])
})

test('reads an address that begins with a word of the shop (OPEN-05)', () => {
  speakEnglish()
  const stored = ['自取 中山店（臺北市）', '團主取貨', '臺北市自取 1 號']
  expect(stored.map(shownAddress)).toEqual([
    'Pick-up 中山店（臺北市）',
    'Pick up from the leader',
    '臺北市自取 1 號',
  ])
})

test('counts points also where they are grouped already (OPEN-05)', () => {
  speakEnglish()
  expect(['1', '1,200'].map((amount) => t('{amount} 點', { amount }))).toEqual([
    '1 point',
    '1,200 points',
  ])
})

test('every English text is of its Chinese one: its places, and no Chinese (OPEN-05)', () => {
  const translate = createTranslator(storefront, server)
  const places = (text: string) => [...text.matchAll(/\{(\w+)[},]/g)].map(([, name]) => name)
  for (const [text, english] of Object.entries({ ...storefront, ...server })) {
    const plurals = new Set(['one', 'other'])
    const words = english.replace(/^\{as, select, \w+ \{(.*?)\} other \{(.*?)\}\}$/, '$1 $2')
    const unknown = places(words).filter(
      (name) => !places(text).includes(name) && !plurals.has(name ?? ''),
    )
    expect(unknown, text).toEqual([])
    const values = Object.fromEntries(places(text).map((name) => [name, 2]))
    const shown = translate(text, values)?.join('') ?? ''
    if (text !== '中文')
      expect(shown.replace(/\{[^}]*\}/g, ''), text).not.toMatch(/[\u3400-\u9fff]/)
  }
})

test('an address has its language as the first part of its path (OPEN-05)', () => {
  expect(['/', '/main/prods?page=2', '/g/abc'].map((path) => inLanguage('en', path))).toEqual([
    '/en',
    '/en/main/prods?page=2',
    '/en/g/abc',
  ])
  expect(['/en', '/en?q=1', '/en/g/abc', '/enough'].map(withoutLanguage)).toEqual([
    '/',
    '/?q=1',
    '/g/abc',
    '/enough',
  ])
  expect(fragmentAddress('zh', '/main/order')).toBe('/#/main/order')
  expect(fragmentAddress('en', '/main/order')).toBe('/en#/main/order')
})

test('marks the elements whose own text is Chinese, and no others (OPEN-05)', () => {
  expect(withMarkedChinese('<h1 class="x">茶 &amp; 咖啡</h1><p>Tea<b lang="ja">抹茶</b></p>')).toBe(
    '<h1 class="x" lang="zh-Hant-TW">茶 &amp; 咖啡</h1><p>Tea<b lang="ja">抹茶</b></p>',
  )
})
