import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetServerTime, noteServerTime, serverTimeMs } from './server-clock.ts'

const hourMs = 3_600_000
/** The server's time; the device is an hour behind. */
const now = Date.parse('2026-11-28T10:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: now - hourMs })
  forgetServerTime()
  noteServerTime(now / 1000)
})
afterEach(() => vi.useRealTimers())

test('the latest estimate counts, of a device whose clock is wrong', () => {
  noteServerTime(now / 1000 - 30)
  vi.advanceTimersByTime(5_000)
  expect(serverTimeMs()).toBe(now + 5_000)
})

test('heals once the clock of the device was corrected (MEND-26)', () => {
  vi.advanceTimersByTime(5_000)
  vi.setSystemTime(now + 5_000)
  expect(serverTimeMs()).toBe(now + 5_000)
})
