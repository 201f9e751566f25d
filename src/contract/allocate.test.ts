import fc from 'fast-check'
import { expect, it } from 'vitest'
import { allocate } from './allocate.ts'

const settings = { seed: 20_261_129, numRuns: 5_000 }
const weights = fc.array(fc.oneof(fc.constant(0), fc.nat(), fc.maxSafeNat()), {
  minLength: 1,
  maxLength: 30,
})
const total = fc.oneof(fc.nat(100), fc.nat(), fc.maxSafeNat())
const sumOf = (numbers: readonly number[]) => numbers.reduce((all, one) => all + BigInt(one), 0n)

it.each([
  [100, [1, 1, 1], [34, 33, 33]],
  [1, [1, 1], [1, 0]],
  [10, [0, 3, 0], [0, 10, 0]],
  [7, [0, 0, 0], [3, 2, 2]],
  // 2.5, 3.75 and 3.75.
  [10, [2, 3, 3], [2, 4, 4]],
  [0, [5, 1], [0, 0]],
  [999, [], []],
])('spreads NT$%i over %j as %j (INV-E-02)', (sum, over, shares) => {
  expect(allocate(sum, over)).toEqual(shares)
})

it('adds up exactly, is never negative, and gives each its part rounded down or up (INV-E-02)', () => {
  fc.assert(
    fc.property(total, weights, (sum, over) => {
      const shares = allocate(sum, over)
      const whole = sumOf(over)
      const isRounded = (share: number, index: number) => {
        const exact = BigInt(sum) * BigInt(over[index] ?? 0)
        const isIn = BigInt(share) >= exact / whole && BigInt(share) <= (exact + whole - 1n) / whole
        return share >= 0 && isIn
      }
      expect(sumOf(shares)).toBe(BigInt(sum))
      expect(whole === 0n || shares.every(isRounded)).toBe(true)
    }),
    settings,
  )
})

it('gives nothing to a weight of 0 beside others, and no less to a larger or an earlier weight (INV-E-02)', () => {
  fc.assert(
    fc.property(total, weights, (sum, over) => {
      const shares = allocate(sum, over)
      const isAllZero = over.every((weight) => weight === 0)
      const isFair = (share: number, index: number) => {
        const weight = over[index] ?? 0
        if (weight === 0 && !isAllZero) return share === 0
        return over.every((other, later) => {
          const isAhead = weight > other || (weight === other && index < later)
          return !isAhead || share >= (shares[later] ?? 0)
        })
      }
      expect(shares.every(isFair)).toBe(true)
    }),
    settings,
  )
})

it('takes from no entry more than it has, so that what is given back in parts never exceeds a line (INV-E-02)', () => {
  const someLeft = fc
    .array(fc.nat(100_000), { minLength: 1, maxLength: 20 })
    .chain((left) =>
      fc.tuple(fc.constant(left), fc.array(fc.nat(Number(sumOf(left))), { maxLength: 6 })),
    )
  fc.assert(
    fc.property(someLeft, ([lines, refunds]) => {
      let left = lines
      for (const asked of refunds) {
        const refund = Math.min(asked, Number(sumOf(left)))
        const taken = allocate(refund, left)
        left = left.map((amount, index) => amount - (taken[index] ?? 0))
        expect(Math.min(...left)).toBeGreaterThanOrEqual(0)
      }
    }),
    settings,
  )
})

it.each([
  [-1, [1]],
  [1.5, [1]],
  [1, [-1]],
  [1, [0.5]],
  [Number.NaN, [1]],
  [2 ** 53, [1]],
])('refuses what is no whole number: %d over %j', (sum, over) => {
  expect(() => allocate(sum, over)).toThrow(RangeError)
})
