import { expect, test } from 'vitest'
import { isKeptFile, keyOf, pageKind } from './kept-pages.ts'

test.each([
  ['/', 'copy'],
  ['/main/prods?category=茶', 'copy'],
  ['/main/prods/detail/-Abc', 'copy'],
  ['/g/abc', 'copy'],
  ['/en', 'copy'],
  ['/en/main/prods', 'copy'],
  ['/en/main/member', 'none'],
  // Of a draft: its address holds a secret.
  ['/main/page/about?preview=word', 'none'],
  // These show what is the caller's own.
  ['/main/member', 'none'],
  ['/main/cart/pay/-Abc', 'none'],
  ['/main/order/-Abc?access=secret', 'none'],
  ['/backend', undefined],
  ['/backend/order', undefined],
  ['/v2/api/shopping-minmin/cart', undefined],
  ['/uploads/a.jpg', undefined],
])('without network %s is shown as: %s (OPEN-06)', (address, kind) => {
  expect(pageKind(new URL(address, 'https://shop.example'))).toBe(kind)
})

test('a copy of home is found by its path, others by their query, too', () => {
  const addresses = ['/?code=word', '/en?code=word', '/main/prods?category=a']
  const keys = addresses.map((address) => keyOf(new URL(address, 'https://shop.example')))
  expect(keys).toEqual(['/', '/en', '/main/prods?category=a'])
})

test('only files whose names change with their content are answered without the network', () => {
  const paths = ['/assets/app-1.js', '/brand/1.css', '/worker.js', '/assets/', '/assets/a/b.js']
  paths.push('/assets/back-office-parts-1.js')
  expect(paths.map(isKeptFile)).toEqual([true, true, false, false, false, false])
})
