import { expect, test } from 'vitest'
import { taipeiDay, taipeiTime, taipeiTimeOfDay } from './taipei-time.ts'

test.each([
  ['2026-11-30T15:59:59.999Z', '2026/11/30', '23:59'],
  ['2026-12-31T16:05:00Z', '2027/01/01', '00:05'],
])('%s is %s %s in Taipei, whatever zone the machine is in', (text, day, time) => {
  const instant = new Date(text)
  expect(taipeiDay(instant)).toBe(day)
  expect(taipeiTimeOfDay(instant)).toBe(time)
  expect(taipeiTime(instant.getTime())).toBe(`${day} ${time}`)
})
