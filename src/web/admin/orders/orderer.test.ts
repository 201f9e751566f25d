import { expect, it } from 'vitest'
import { ordererName } from './orderer.ts'

it.each([
  ['王小明+uid123', '王小明'],
  ['A+B+uid123', 'A+B'],
  ['店內訂單', '店內訂單'],
])('AORDER-04 the orderer of %s is %s', (stored, shown) => {
  expect(ordererName(stored)).toBe(shown)
})
