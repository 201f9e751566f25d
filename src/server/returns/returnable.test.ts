import { expect, it } from 'vitest'
import { taipeiTime } from '#contract/taipei-time.ts'
import { paidOf } from './paid-lines.ts'
import { endOfReturns } from './returnable.ts'

it('the day of the delivery does not count, and the last one counts whole, in Taipei (RET-02)', () => {
  const lastOf = (delivered: string) => taipeiTime(endOfReturns(new Date(delivered), 7) - 1)
  expect(lastOf('2026-12-01T00:00:00+08:00')).toBe('2026/12/08 23:59')
  expect(lastOf('2026-12-01T23:59:59+08:00')).toBe('2026/12/08 23:59')
  expect(lastOf('2026-12-02T00:00:00+08:00')).toBe('2026/12/09 23:59')
})

it('what was charged beside the fee is spread over the goods by their discounted prices (RET-01)', () => {
  const lines = [
    { id: 'a', finalTotal: 66.67 },
    { id: 'b', finalTotal: 33.33 },
  ]
  const { paid, fee } = paidOf(lines, { total: 150, shippingFee: 50 })
  expect([Object.fromEntries(paid), fee]).toEqual([{ a: 67, b: 33 }, 50])
  // A coupon that left less than the fee.
  expect(paidOf(lines, { total: 30, shippingFee: 50 })).toMatchObject({ fee: 30 })
})
