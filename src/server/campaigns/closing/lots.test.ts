import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepLots, type LotPlace, type LotPlan } from './lots.ts'

const seed = 20_261_122

function places(...quantities: (number | `${number}?`)[]): LotPlace[] {
  return quantities.map((text, index) => ({
    id: `p${index}`,
    qty: Number.parseInt(String(text), 10),
    acceptsFewer: String(text).endsWith('?'),
  }))
}

describe('the lot rule', () => {
  it('keeps whole places in the order of joining, and cuts only with consent (CLOSING-12)', () => {
    expect(keepLots(places(10, 5, 2), 12)).toEqual({ units: 12, leftOut: ['p1'] })
    expect(keepLots(places(7, 7), 12)).toEqual({ units: 0, leftOut: ['p0', 'p1'] })
    expect(keepLots(places(7, '7?'), 12)).toEqual({
      units: 12,
      leftOut: [],
      cut: { id: 'p1', qty: 5 },
    })
    expect(keepLots(places('7?', 7), 12)).toEqual({ units: 0, leftOut: ['p0', 'p1'] })
    expect(keepLots([], 12)).toEqual({ units: 0, leftOut: [] })
  })

  it('falls by one lot until the places come to it', () => {
    // 27 units: 24 cannot be kept, 12 can.
    expect(keepLots(places(9, 9, 9, 3), 12)).toEqual({ units: 12, leftOut: ['p1', 'p2'] })
  })

  it('keeps a multiple of the lot, the same each time, and cuts at most one that accepts fewer (CLOSING-12, seed 20261122)', () => {
    const place = fc.record({ qty: fc.integer({ min: 1, max: 30 }), acceptsFewer: fc.boolean() })
    fc.assert(
      fc.property(
        fc.array(place, { maxLength: 20 }),
        fc.integer({ min: 1, max: 24 }),
        (drawn, lotSize) => {
          const all = drawn.map((values, index) => ({ ...values, id: `p${index}` }))
          const plan = keepLots(all, lotSize)
          expect(keepLots(all, lotSize)).toEqual(plan)
          expect(plan.units % lotSize).toBe(0)
          expect(keptOf(all, plan)).toBe(plan.units)
          if (plan.cut) expectFairCut(all, plan.cut)
          // Nobody has to leave where all fit.
          const counted = all.reduce((sum, { qty }) => sum + qty, 0)
          if (counted % lotSize === 0) expect(plan).toEqual({ units: counted, leftOut: [] })
        },
      ),
      { seed, numRuns: 1_000 },
    )
  })
})

function keptOf(all: readonly LotPlace[], { leftOut, cut }: LotPlan): number {
  return all
    .filter(({ id }) => !leftOut.includes(id))
    .reduce((sum, { id, qty }) => sum + (cut?.id === id ? cut.qty : qty), 0)
}

function expectFairCut(all: readonly LotPlace[], cut: { id: string; qty: number }): void {
  const place = all.find(({ id }) => id === cut.id)
  expect(place?.acceptsFewer).toBe(true)
  expect(cut.qty).toBeGreaterThan(0)
  expect(cut.qty).toBeLessThan(place?.qty ?? 0)
}
