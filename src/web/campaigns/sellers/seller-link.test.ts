import { renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { forgetSellerLink, noteSellerLink, sellerPath, useSellerCode } from './seller-link.ts'

afterEach(() => localStorage.clear())

const day = 24 * 60 * 60 * 1000
const codeOf = (campaign: string) => renderHook(() => useSellerCode(campaign)).result.current
const link = (campaign: string, code: string) =>
  `https://shop.example${sellerPath(`/main/groups/detail/${campaign}`, code)}&via=line`

test('the last link of a campaign that was opened counts, for seven days (AFTER-10)', () => {
  const now = Date.now()
  noteSellerLink(link('tea', 'one'), now - 8 * day)
  expect(codeOf('tea')).toBeNull()
  noteSellerLink(link('tea', 'one'), now - 7 * day + 60_000)
  expect(codeOf('tea')).toBe('one')
  noteSellerLink(link('cake', 'three'))
  noteSellerLink(link('tea', 'two'))
  expect([codeOf('tea'), codeOf('cake'), codeOf('other')]).toEqual(['two', 'three', null])
  noteSellerLink('https://shop.example/#/main/groups/detail/tea?seller=hash')
  expect(codeOf('tea')).toBe('hash')
})

test('what is too old leaves the device with the next page, and what is removed at once (AFTER-10)', () => {
  noteSellerLink(link('tea', 'one'), Date.now() - 8 * day)
  noteSellerLink('https://shop.example/main/groups/detail/tea')
  expect(localStorage.length).toBe(0)
  noteSellerLink(link('tea', 'one'))
  forgetSellerLink('tea')
  expect(localStorage.length).toBe(0)
})

test.each([
  ['no campaign', 'https://shop.example/main/prods?seller=one'],
  ['a code that is none', 'https://shop.example/main/groups/detail/tea?seller=%3Cb%3E'],
])('an address with %s is kept nowhere', (_, address) => {
  noteSellerLink(address)
  expect(localStorage.length).toBe(0)
})

test('a storage that was written by somebody else is no link', () => {
  localStorage.setItem('sellerLinks', '{"campaign": "tea"}')
  expect(codeOf('tea')).toBeNull()
  localStorage.setItem('sellerLinks', 'x')
  expect(codeOf('tea')).toBeNull()
})
