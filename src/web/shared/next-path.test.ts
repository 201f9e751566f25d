import { expect, test } from 'vitest'
import { continueAddress, continuePath, nextPath } from './next-path.ts'

const next = (value: string) => nextPath(new URLSearchParams({ next: value }))

test('only a path of the shop itself is gone on to (JOIN-02)', () => {
  expect(next('/g/abc?join=1')).toBe('/g/abc?join=1')
  expect(nextPath(new URLSearchParams())).toBeUndefined()
  const others = [
    '',
    'g/abc',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/a\\b',
    '/a\nb',
    '/\t/evil.example',
  ]
  expect(others.map(next)).toEqual(others.map(() => undefined))
})

test('the link of a mail leads back to the shop itself, however its address is written (DOOR-05)', () => {
  const own = ['https://shop.example']
  const back = (continueUrl: string) => continuePath(new URLSearchParams({ continueUrl }), own)
  expect(back(continueAddress('/g/abc?join=1', 'https://shop.example'))).toBe('/g/abc?join=1')
  expect(back('https://shop.example/g/abc?x=1')).toBe('/g/abc?x=1')
  expect(continuePath(new URLSearchParams(), own)).toBeUndefined()
  const others = [
    '',
    '/g/abc',
    'https://evil.example/#/g/abc',
    'https://shop.example.evil.example/#/g/abc',
    'https://shop.example@evil.example/#/g/abc',
    'http://shop.example/#/g/abc',
    'https://shop.example/#//evil.example',
    'https://shop.example//evil.example',
    'https://shop.example/#/\\evil.example',
    'javascript:alert(1)//https://shop.example',
  ]
  expect(others.map(back)).toEqual(others.map(() => undefined))
})
