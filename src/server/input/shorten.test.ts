import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shorten } from './shorten.ts'

it('cuts a text to a length, and never between the halves of a surrogate pair', () => {
  expect(shorten('茶葉', 2)).toBe('茶葉')
  expect(shorten('茶葉罐', 2)).toBe('茶葉')
  expect(shorten('茶😀罐', 2)).toBe('茶')
  expect(shorten('茶😀罐', 3)).toBe('茶😀')
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('x', '茶', '😀') }),
      fc.nat(20),
      (text, length) => {
        const short = shorten(text, length)
        expect(short.isWellFormed()).toBe(true)
        expect(text.startsWith(short)).toBe(true)
        expect(short.length).toBeGreaterThanOrEqual(Math.min(text.length, length) - 1)
        expect(short.length).toBeLessThanOrEqual(length)
      },
    ),
  )
})
