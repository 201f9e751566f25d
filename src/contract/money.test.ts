import { expect, test } from 'vitest'
import { formatMoney } from './money.ts'

test.each([
  [39900, 'NT$39,900'],
  [0, 'NT$0'],
  [999, 'NT$999'],
  [1234567, 'NT$1,234,567'],
  [-1500, '−NT$1,500'],
  [-150, '−NT$150'],
])('CONST-02 %d is %s', (value, text) => {
  expect(formatMoney(value)).toBe(text)
})
