import { expect, it } from 'vitest'
import { digitsOf } from './form-fields.tsx'

it.each([
  ['39900', 39900],
  ['3e9', 39],
  ['-1.5元', 15],
  ['007', 7],
  ['', ''],
  ['e', ''],
  ['9'.repeat(40), 999_999_999_999_999],
])('VALID-33 VALID-34 typed as %s, a price is the number %s', (text, number) => {
  expect(digitsOf(text)).toBe(number)
})
