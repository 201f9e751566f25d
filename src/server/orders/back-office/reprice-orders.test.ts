import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { repriceOrder } from './reprice-orders.ts'

const seed = 20_261_122
const product: Product = {
  id: '-P1',
  title: '高山茶',
  category: '茶',
  content: '',
  description: '',
  imageUrl: '',
  imagesUrl: [],
  is_enabled: 1,
  origin_price: 120,
  price: 100,
  unit: '罐',
  num: 1,
}
const coupon = {
  id: '-C1',
  title: '八折券',
  code: 'tea',
  percent: 80,
  due_date: 4_000_000_000,
  is_enabled: 1 as const,
}

function order(quantities: readonly number[], percent?: number) {
  const lines = quantities.map((qty, index) => ({
    orderId: '-O1',
    id: `-L${index}`,
    productId: `-P${index}`,
    variantId: null,
    qty,
    product,
    coupon: percent === undefined ? null : { ...coupon, percent },
  }))
  const adjustments =
    percent === undefined
      ? []
      : [
          {
            orderId: '-O1',
            position: 0,
            kind: 'coupon' as const,
            label: 'tea',
            amountHundredths: 0n,
          },
        ]
  return { lines, adjustments }
}

const at = (prices: readonly number[], qty?: number) => ({
  orderId: '-O1',
  prices: new Map(prices.map((price, index) => [`-P${index}`, price])),
  ...(qty !== undefined && { qty }),
})

describe('an order at its final price', () => {
  it('has the lines of the new prices, and the coupon takes its percent of them, rounded half up once (SETTLE-02)', () => {
    const { lines, adjustments } = order([2, 1], 80)
    const repriced = repriceOrder(at([90, 35]), lines, adjustments)
    expect(repriced.total).toBe(172)
    expect(repriced.discount).toBe(43)
    expect(repriced.lines).toMatchObject([
      { id: '-L0', qty: 2, price: 90, total: 180, finalTotal: 144 },
      { id: '-L1', qty: 1, price: 35, total: 35, finalTotal: 28 },
    ])
    expect(repriced.adjustments).toEqual([{ orderId: '-O1', position: 0, hundredths: '-4300' }])
    expect(repriceOrder(at([33]), ...pair(order([1], 50)))).toMatchObject({
      total: 17,
      discount: 16,
    })
  })

  it('keeps a fee, and takes the quantity of a place that was cut (SETTLE-02) (CLOSING-12)', () => {
    const { lines } = order([7])
    const fee = { orderId: '-O1', position: 0, kind: 'fee' as const, label: '運費' }
    const repriced = repriceOrder(at([80], 5), lines, [{ ...fee, amountHundredths: 6_000n }])
    expect(repriced).toMatchObject({ total: 460, discount: undefined })
    expect(repriced.lines).toMatchObject([{ qty: 5, total: 400 }])
  })

  it('is never above the ceiling, whatever the coupon and the quantities (SETTLE-02, seed 20261122)', () => {
    const line = fc.record({
      qty: fc.integer({ min: 1, max: 9_999 }),
      ceiling: fc.integer({ min: 1, max: 100_000 }),
      off: fc.integer({ min: 0, max: 99_999 }),
    })
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 10 }),
        fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
        (drawn, percent) => {
          const placed = pair(
            order(
              drawn.map(({ qty }) => qty),
              percent,
            ),
          )
          const quoted = repriceOrder(at(drawn.map(({ ceiling }) => ceiling)), ...placed)
          const finals = drawn.map(({ ceiling, off }) => Math.max(1, ceiling - off))
          expect(repriceOrder(at(finals), ...placed).total).toBeLessThanOrEqual(quoted.total)
        },
      ),
      { seed, numRuns: 500 },
    )
  })
})

function pair({ lines, adjustments }: ReturnType<typeof order>) {
  return [lines, adjustments] as const
}
