import { expect, test } from 'vitest'
import { formatDateTime, formatDay, formatTimestamp } from './dates.ts'

/** 2026/11/21 14:05 in Taipei, which is eight hours ahead of UTC. */
const ms = Date.UTC(2026, 10, 21, 6, 5)
const seconds = ms / 1000

test('CONST-03 a day is year/month/day in Taipei, wherever the browser is', () => {
  expect(formatDay(ms)).toBe('2026/11/21')
  expect(formatDay(Date.UTC(2026, 0, 4, 15, 59))).toBe('2026/01/04')
  expect(formatDay(Date.UTC(2026, 0, 4, 16, 0))).toBe('2026/01/05')
})

test('CONST-04 a time in seconds has the time of day with it', () => {
  expect(formatTimestamp(seconds)).toBe('2026/11/21 14:05')
  expect(formatTimestamp(ms)).toBe('2026/11/21')
})

test('CONST-04 midnight is 00:00 of the new day', () => {
  expect(formatDateTime(Date.UTC(2026, 10, 21, 16, 0) / 1000)).toBe('2026/11/22 00:00')
})

test('CONST-05 13 digits are milliseconds, any other number of digits seconds', () => {
  expect(formatDateTime(ms)).toBe(formatDateTime(seconds))
  expect(formatDateTime(1_000_000_000_000)).toBe('2001/09/09 09:46')
  expect(formatDateTime(999_999_999)).toBe('2001/09/09 09:46')
})
