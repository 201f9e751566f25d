import { expect, test } from 'vitest'
import { couponPercentLabel } from './coupon-label.ts'

test.each([
  [80, '8 折'],
  [75, '75 折'],
  [95, '95 折'],
  [50, '5 折'],
  [5, '0.5 折'],
  [100, '不折扣'],
])('a percent of %d is called %s', (percent, label) => {
  expect(couponPercentLabel(percent)).toBe(label)
})
