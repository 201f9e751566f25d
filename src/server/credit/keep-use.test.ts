import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepUse } from './keep-use.ts'
import { sumOfCredit } from './ledger.ts'

const unpaid = { fee: 0, isPaid: false, totalBefore: 600 }
const all = { share: 100, first: 'money' } as const

describe('what an order goes on using at another price', () => {
  it.each([
    // used, goods before and after, order, settings, kept
    [{ credit: 400, points: 0 }, 1_000, 800, unpaid, all, { credit: 400, points: 0 }],
    [{ credit: 400, points: 0 }, 1_000, 300, unpaid, all, { credit: 300, points: 0 }],
    // Credit comes back before points.
    [{ credit: 400, points: 100 }, 1_000, 300, unpaid, all, { credit: 200, points: 100 }],
    [
      { credit: 500, points: 0 },
      1_000,
      600,
      unpaid,
      { ...all, share: 50 },
      { credit: 300, points: 0 },
    ],
    // A share that was lowered since makes nothing dearer.
    [
      { credit: 800, points: 0 },
      1_000,
      1_000,
      unpaid,
      { ...all, share: 10 },
      { credit: 800, points: 0 },
    ],
    [
      { credit: 800, points: 0 },
      1_000,
      900,
      unpaid,
      { ...all, share: 10 },
      { credit: 700, points: 0 },
    ],
    // Of a paid one the money goes first, or the credit.
    [
      { credit: 400, points: 0 },
      1_000,
      800,
      { ...unpaid, isPaid: true },
      all,
      { credit: 400, points: 0 },
    ],
    [
      { credit: 400, points: 0 },
      1_000,
      800,
      { ...unpaid, isPaid: true },
      { ...all, first: 'credit' as const },
      { credit: 200, points: 0 },
    ],
    // An order whose money is all back would be one that nobody wants.
    [
      { credit: 400, points: 0 },
      1_000,
      400,
      { ...unpaid, isPaid: true },
      all,
      { credit: 399, points: 0 },
    ],
    [
      { credit: 1_000, points: 0 },
      1_000,
      400,
      { fee: 0, isPaid: true, totalBefore: 0 },
      all,
      { credit: 400, points: 0 },
    ],
    [
      { credit: 0, points: 0 },
      1_000,
      400,
      { ...unpaid, isPaid: true },
      all,
      { credit: 0, points: 0 },
    ],
  ])('%j of %i that costs %i', (used, goodsBefore, goodsAfter, order, settings, kept) => {
    expect(keepUse(used, { goodsBefore, goodsAfter, ...order }, settings)).toEqual(kept)
  })

  it('is never more than the goods or what was used, and never makes a cheaper order dearer', () => {
    const amount = fc.nat({ max: 5_000 })
    fc.assert(
      fc.property(
        fc.record({ goods: amount, after: amount, fee: fc.nat({ max: 100 }) }),
        fc.record({ credit: amount, points: amount }),
        fc.record({
          share: fc.integer({ min: 1, max: 100 }),
          first: fc.constantFrom('money' as const, 'credit' as const),
        }),
        fc.boolean(),
        ({ goods, after, fee }, asked, settings, isPaid) => {
          const credit = Math.min(asked.credit, goods)
          const used = { credit, points: Math.min(asked.points, goods - credit) }
          const totalBefore = goods + fee - sumOfCredit(used)
          const order = { goodsBefore: goods, goodsAfter: after, fee, isPaid, totalBefore }
          const kept = keepUse(used, order, settings)
          const total = after + fee - sumOfCredit(kept)
          expect(Math.min(kept.credit, kept.points)).toBeGreaterThanOrEqual(0)
          expect(sumOfCredit(kept)).toBeLessThanOrEqual(Math.min(after, sumOfCredit(used)))
          if (after <= goods && !isPaid) expect(total).toBeLessThanOrEqual(totalBefore)
          if (isPaid && totalBefore > 0 && after + fee > 0) expect(total).toBeGreaterThan(0)
        },
      ),
    )
  })
})
