import { expect, test } from 'vitest'
import { cn } from './cn.ts'

test('lets the last of two utilities for one property win', () => {
  expect(cn('rounded-lg bg-line', 'rounded-card')).toBe('bg-line rounded-card')
})

test('keeps a text size of the design beside a text colour', () => {
  expect(cn('text-title', 'text-ink-muted')).toBe('text-title text-ink-muted')
})

test('leaves out what does not apply', () => {
  expect(cn('p-2', false, undefined, { hidden: false, grid: true })).toBe('p-2 grid')
})
