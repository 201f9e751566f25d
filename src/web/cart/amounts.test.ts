import { expect, test } from 'vitest'
import { payable } from './amounts.ts'

test.each([
  [0, 0],
  [1200, 1200],
  [1200.4, 1200],
  [1200.49, 1200],
  [1200.5, 1201],
  [1200.99, 1201],
])('CART-04 a final total of %d is shown as %d', (finalTotal, shown) => {
  expect(payable({ carts: [], total: 0, final_total: finalTotal })).toBe(shown)
})

test('shows the amount that the server would charge, whatever its total (EASE-10)', () => {
  expect(payable({ carts: [], total: 100, final_total: 80.5, payable: 80 })).toBe(80)
})
