import { expect, test } from 'vitest'
import { committedQuantity, isQuantityText, maxQuantity } from './quantity.ts'

test.each([
  ['12.7', 12],
  ['1', 1],
  ['0', 1],
  ['0.9', 1],
  ['', 1],
  ['.', 1],
  ['1.2.', 1],
  ['9999', maxQuantity],
])('VALID-07 the typed 「%s」 counts as %d', (text, quantity) => {
  expect(committedQuantity(text)).toBe(quantity)
})

test.each(['', '7', '12.5', '9999', '.'])('「%s」 may be typed', (text) => {
  expect(isQuantityText(text)).toBe(true)
})

test.each(['-1', '1e3', '12345', ' 2', '３', '1,0'])('「%s」 cannot be typed', (text) => {
  expect(isQuantityText(text)).toBe(false)
})
