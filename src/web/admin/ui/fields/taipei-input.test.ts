import { expect, it } from 'vitest'
import {
  dayInstant,
  endOfTaipeiDay,
  fromTaipeiInput,
  startOfTaipeiDay,
  timeMs,
  toTaipeiDay,
  toTaipeiInput,
} from './taipei-input.ts'

it('reads and writes times of Taipei, wherever the browser is', () => {
  const seconds = Date.parse('2026-11-30T23:59:00+08:00') / 1_000
  expect(toTaipeiInput(seconds)).toBe('2026-11-30T23:59')
  expect(fromTaipeiInput('2026-11-30T23:59')).toBe(seconds)
  expect(toTaipeiInput(undefined)).toBe('')
  expect(fromTaipeiInput('')).toBeNull()
})

it('begins and ends a day in Taipei, wherever the browser is', () => {
  expect(new Date(startOfTaipeiDay('2026-11-21')).toISOString()).toBe('2026-11-20T16:00:00.000Z')
  expect(new Date(endOfTaipeiDay('2026-11-21')).toISOString()).toBe('2026-11-21T15:59:59.999Z')
  expect(toTaipeiDay(endOfTaipeiDay('2028-02-29'))).toBe('2028-02-29')
  expect(toTaipeiDay(endOfTaipeiDay('2028-02-29') + 1)).toBe('2028-03-01')
  expect(toTaipeiDay(Date.parse('2026-12-31T16:00:00Z'))).toBe('2027-01-01')
})

it('sends a day that nobody changed back as it came, in seconds or milliseconds', () => {
  const known = 1_795_276_799
  expect(timeMs(known)).toBe(1_795_276_799_000)
  expect(timeMs(1_795_276_799_999)).toBe(1_795_276_799_999)
  expect(dayInstant(toTaipeiDay(known), known, startOfTaipeiDay)).toBe(known)
  expect(dayInstant('2026-11-22', known, startOfTaipeiDay)).toBe(startOfTaipeiDay('2026-11-22'))
  expect(dayInstant('', known, startOfTaipeiDay)).toBe('')
})
