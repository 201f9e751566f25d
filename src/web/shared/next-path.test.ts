import { expect, test } from 'vitest'
import { nextPath } from './next-path.ts'

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
