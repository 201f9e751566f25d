import { expect, test } from 'vitest'
import { taipeiTime } from './taipei-time.ts'

test.each([
  ['2026-11-30T15:59:59.999Z', '2026/11/30 23:59'],
  ['2026-12-31T16:00:00Z', '2027/01/01 00:00'],
])('%s is %s in Taipei', (instant, text) => {
  expect(taipeiTime(new Date(instant))).toBe(text)
})
