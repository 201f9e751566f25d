import { expect, test } from 'vitest'
import { windowClass } from './window-class.ts'

test.each([
  [1280, 'desktop'],
  [769, 'desktop'],
  [768, 'tablet'],
  [577, 'tablet'],
])('RESP-01 a window of %d px is a %s', (width, expected) => {
  expect(windowClass(width)).toBe(expected)
})

test.each([576, 390, 320])('RESP-02 a window of %d px is mobile', (width) => {
  expect(windowClass(width)).toBe('mobile')
})
