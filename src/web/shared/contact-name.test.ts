import { expect, test } from 'vitest'
import { contactName } from './contact-name.ts'

test.each([
  ['王小明+uid123', '王小明'],
  ['A+B+uid123', 'A+B'],
  ['店內訂單', '店內訂單'],
  ['王小明+k3Jd82', '王小明'],
  ['Ann+Bob+k3Jd82', 'Ann+Bob'],
  ['+k3Jd82', ''],
  ['王小明', '王小明'],
])('AORDER-04 PAY-04 ORDERS-11 the contact of %s is %s', (stored, shown) => {
  expect(contactName(stored)).toBe(shown)
})
