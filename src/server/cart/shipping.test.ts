import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shippingFee } from '#contract/shipping.ts'
import { priceCart, withShipping } from './pricing.ts'

const amount = fc.integer({ min: 1, max: 1_000_000 })
const settings = fc.record({
  fee: fc.integer({ min: 0, max: 10_000 }),
  free_over: fc.option(amount),
})

it('what is charged is the rounded discounted sum and the fee, which no coupon lowers (SETTING-10)', () => {
  const lines = fc.array(fc.record({ price: amount, qty: fc.integer({ min: 1, max: 9_999 }) }), {
    minLength: 1,
    maxLength: 8,
  })
  const coupon = fc.option(fc.integer({ min: 1, max: 100 }))
  fc.assert(
    fc.property(lines, coupon, settings, (lines, percent, shipping) => {
      const adjustments =
        percent === null ? [] : [{ kind: 'coupon', label: 'code', percent } as const]
      const discounted = priceCart(lines, adjustments)
      const fee = shippingFee(shipping, discounted.payable)
      const isFree = shipping.free_over !== null && discounted.payable >= shipping.free_over
      expect(fee).toBe(isFree ? 0 : shipping.fee)
      const priced = withShipping(discounted, fee)
      expect(priced.payable).toBe(discounted.payable + fee)
      expect(priced.lines).toEqual(discounted.lines)
      const fees = priced.adjustments.filter(({ kind }) => kind === 'fee')
      expect(fees).toEqual(
        fee === 0 ? [] : [{ kind: 'fee', label: '運費', hundredths: BigInt(fee) * 100n }],
      )
    }),
    { numRuns: 500 },
  )
})
