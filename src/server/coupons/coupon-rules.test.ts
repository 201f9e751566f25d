import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { couponAdjustments } from '../cart/cart-pricing.ts'
import { fromHundredths, priceCart } from '../cart/pricing.ts'
import { couponRefusal, coveredLines, hasLimits, type RuledLine } from './coupon-rules.ts'

const noRules = {
  maxUses: null,
  maxUsesPerMember: null,
  minTotal: null,
  isFirstOrderOnly: false,
  validFromAt: null,
  categories: null,
  productIds: null,
  allowsGroup: false,
}
const now = new Date('2026-11-21T04:00:00Z')
const nothing = { uses: 0, usesOfMember: 0, hasOrdered: false }
const line = (price: number, qty = 1, product: Partial<RuledLine['product']> = {}) => ({
  product: { id: 'mug', category: '茶與咖啡', price, ...product },
  qty,
})
type Use = Parameters<typeof couponRefusal>[1]
const refusal = (rules: object, use: Partial<Use> = {}) =>
  couponRefusal(
    { ...noRules, ...rules },
    { lines: [line(1000)], isMember: true, counts: nothing, now, ...use },
  )

describe('the rules of a coupon', () => {
  it('let a coupon without any apply, and count nothing for it', () => {
    expect(refusal({}, { isMember: false, lines: [] })).toBeUndefined()
    expect(hasLimits(noRules)).toBe(false)
  })

  it.each([
    [999, 1, '消費滿 NT$1,000 才能使用此優惠券'],
    [333, 3, '消費滿 NT$1,000 才能使用此優惠券'],
    [1000, 1, undefined],
    [500, 2, undefined],
  ])('a smallest sum of 1,000 over %i times %i (COUPONRULE-05)', (price, qty, expected) => {
    expect(refusal({ minTotal: 1000 }, { lines: [line(price, qty)] })).toBe(expected)
  })

  it('the smallest sum counts the covered lines alone (COUPONRULE-05)', () => {
    const rules = { minTotal: 1000, categories: ['燈飾'] }
    const lamp = { id: 'lamp', category: '燈飾' }
    const lines = [line(5000), line(999, 1, lamp)]
    expect(refusal(rules, { lines })).toBe('消費滿 NT$1,000 才能使用此優惠券')
    expect(refusal(rules, { lines: [line(1), line(1000, 1, lamp)] })).toBeUndefined()
  })

  it('an order with a group needs a coupon that allows it (COUPONRULE-10)', () => {
    expect(refusal({}, { hasGroup: true })).toBe('此團購不可使用優惠券')
    expect(refusal({ allowsGroup: true }, { hasGroup: true })).toBeUndefined()
    expect(refusal({ allowsGroup: true })).toBeUndefined()
  })

  it('a limit below what is used leaves nothing (COUPONRULE-10)', () => {
    const counts = { ...nothing, uses: 5 }
    expect(refusal({ maxUses: 6 }, { counts })).toBeUndefined()
    for (const maxUses of [5, 1]) {
      expect(refusal({ maxUses }, { counts })).toBe('此優惠券已達使用上限')
    }
  })

  it.each([
    ['2026-11-21T16:00:00Z', '此優惠券自 2026/11/22 起可使用'],
    ['2026-11-22T06:05:00Z', '此優惠券自 2026/11/22 14:05 起可使用'],
    ['2026-11-21T04:00:00Z', undefined],
  ])('a coupon that is valid from %s says so (COUPONRULE-03)', (from, expected) => {
    expect(refusal({ validFromAt: new Date(from) })).toBe(expected)
  })
})

const seed = 20_261_122

describe('a coupon of certain products', () => {
  const lineOf = fc.record({
    product: fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      category: fc.constantFrom('x', 'y', 'z'),
      price: fc.integer({ min: 0, max: 100_000 }),
    }),
    qty: fc.integer({ min: 1, max: 99 }),
  })
  const some = (values: string[]) => fc.option(fc.subarray(values, { minLength: 1 }))

  it('discounts the matching lines alone, and the charge is their exact sum rounded half up once (COUPONRULE-06, seed 20261122)', () => {
    fc.assert(
      fc.property(
        fc.array(lineOf, { maxLength: 12 }),
        fc.integer({ min: 1, max: 100 }),
        some(['x', 'y', 'z']),
        some(['a', 'b', 'c']),
        (lines, percent, categories, productIds) => {
          const coupon = { ...noRules, code: 'frost', percent, categories, productIds }
          const expected = lines.map(({ product, qty }) => {
            const isMeant =
              (!categories && !productIds) ||
              categories?.includes(product.category) ||
              productIds?.includes(product.id)
            return product.price * qty * (isMeant ? percent : 100)
          })
          const adjustments = couponAdjustments(coupon, lines)
          const toPrice = lines.map(({ product, qty }) => ({ price: product.price, qty }))
          const priced = priceCart(toPrice, adjustments)
          expect(priced.lines.map(({ finalHundredths }) => Number(finalHundredths))).toEqual(
            expected,
          )
          const exact = expected.reduce((sum, final) => sum + final, 0)
          expect(Number(priced.finalHundredths)).toBe(exact)
          expect(priced.payable).toBe(Math.floor((exact + 50) / 100))
          for (const [index, isCovered] of coveredLines(coupon, lines).entries()) {
            const { total, finalHundredths } = priced.lines[index] ?? {}
            if (!isCovered) expect(fromHundredths(finalHundredths ?? -1n)).toBe(total)
          }
        },
      ),
      { seed, numRuns: 1_000 },
    )
  })

  it('applies from its smallest sum of covered lines on, whatever the others cost (COUPONRULE-05, seed 20261122)', () => {
    fc.assert(
      fc.property(
        fc.array(lineOf, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: -2, max: 2 }),
        (lines, beyond) => {
          const ofX = lines.filter(({ product }) => product.category === 'x')
          const sum = ofX.reduce((all, { product, qty }) => all + product.price * qty, 0)
          const minTotal = sum + beyond
          fc.pre(ofX.length > 0 && minTotal > 0)
          const refused = refusal({ categories: ['x'], minTotal }, { lines })
          expect(refused === undefined).toBe(beyond <= 0)
        },
      ),
      { seed, numRuns: 500 },
    )
  })
})
