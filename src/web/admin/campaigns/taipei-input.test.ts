import { expect, it } from 'vitest'
import { fromTaipeiInput, toTaipeiInput } from './taipei-input.ts'

it('reads and writes times of Taipei, wherever the browser is', () => {
  const seconds = Date.parse('2026-11-30T23:59:00+08:00') / 1_000
  expect(toTaipeiInput(seconds)).toBe('2026-11-30T23:59')
  expect(fromTaipeiInput('2026-11-30T23:59')).toBe(seconds)
  expect(toTaipeiInput(undefined)).toBe('')
  expect(fromTaipeiInput('')).toBeNull()
})
