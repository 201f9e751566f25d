import { expect, test } from 'vitest'
import { discountLabel, payable } from './amounts.ts'

test.each([
  [0, 0],
  [1200, 1200],
  [1200.4, 1200],
  [1200.49, 1200],
  [1200.5, 1201],
  [1200.99, 1201],
])('CART-04 a final total of %d is shown as %d', (finalTotal, shown) => {
  expect(payable(finalTotal)).toBe(shown)
})

test.each([
  [80, '8 折'],
  [75, '75 折'],
  [95, '95 折'],
  [50, '5 折'],
  [5, '0.5 折'],
  [100, '不折扣'],
])('a percent of %d is called %s', (percent, label) => {
  expect(discountLabel(percent)).toBe(label)
})
