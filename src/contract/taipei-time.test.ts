import { expect, it } from 'vitest'
import { taipeiDay, taipeiTime, taipeiTimeOfDay } from './taipei-time.ts'

it('is written in two digits, and midnight as 00, whatever zone the machine is in', () => {
  const instant = new Date('2026-01-02T16:05:00Z')
  expect(taipeiDay(instant)).toBe('2026/01/03')
  expect(taipeiTimeOfDay(instant)).toBe('00:05')
  expect(taipeiTime(instant.getTime())).toBe('2026/01/03 00:05')
})
