import { expect, test } from 'vitest'
import { cn } from './cn.ts'

test('joins class names and leaves out what does not apply', () => {
  expect(cn('p-2', false, undefined, { hidden: false, grid: true })).toBe('p-2 grid')
})
