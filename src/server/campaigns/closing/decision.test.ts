import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide, type ToDecide } from './decision.ts'

const seed = 20_261_122
const tiers = [{ fromUnits: 1 }, { fromUnits: 10 }, { fromUnits: 20 }]

/** A group of places that joined, and left again, in some order. */
function group(quantities: readonly number[], values: Partial<ToDecide> = {}): ToDecide {
  const places = quantities.map((qty, index) => ({ id: `p${index}`, qty, acceptsFewer: false }))
  const units = quantities.reduce((sum, qty) => sum + qty, 0)
  return {
    metric: 'units',
    minTarget: 20,
    lotSize: 1,
    tiers,
    counted: { units, members: places.length },
    places,
    ...values,
  }
}

describe('the decision of a group', () => {
  it('fails with 19 of a minimum of 20 and succeeds with 20 and 21, in units and members, however they came (CLOSING-10, seed 20261122)', () => {
    for (const total of [19, 20, 21]) {
      expect(decide(group(Array<number>(total).fill(1))).isSucceeded).toBe(total >= 20)
      const byMembers = group(Array<number>(total).fill(3), { metric: 'members' })
      expect(decide(byMembers).isSucceeded).toBe(total >= 20)
      fc.assert(
        fc.property(splits(total), (quantities) => {
          expect(decide(group(quantities)).isSucceeded).toBe(total >= 20)
        }),
        { seed, numRuns: 300 },
      )
    }
  })

  it('counts the kept units and members of a group with lots, not those who joined (CLOSING-10) (CLOSING-12)', () => {
    const short = decide(group([7, 7], { lotSize: 12, minTarget: 12 }))
    expect(short).toMatchObject({ isSucceeded: false, unitsFinal: 0, finalTier: null })
    const kept = decide(group([10, 5, 2], { lotSize: 12, minTarget: 12 }))
    expect(kept).toMatchObject({ isSucceeded: true, unitsFinal: 12, membersFinal: 2, finalTier: 1 })
    expect(
      decide(group([10, 5, 2], { lotSize: 12, minTarget: 3, metric: 'members' })),
    ).toMatchObject({ isSucceeded: false, unitsFinal: 12, membersFinal: 2 })
  })

  it('takes the tier of the units at the end: one that the last join reaches, and none that was lost again (CLOSING-11)', () => {
    const values = { minTarget: 1 }
    expect(decide(group([15, 5], values)).finalTier).toBe(2)
    // 20 were reached, and 5 of them left before the end.
    expect(decide(group([15], values)).finalTier).toBe(1)
    expect(decide(group([15, 4], values)).finalTier).toBe(1)
    // Lots cut what they do not hold: 23 counted, 12 kept.
    expect(decide(group([12, 11], { ...values, lotSize: 12 })).finalTier).toBe(1)
  })
})

/** A sum in parts of at least 1. */
function splits(total: number): fc.Arbitrary<number[]> {
  return fc
    .array(fc.integer({ min: 1, max: total }), { minLength: 1, maxLength: total })
    .map((drawn) => {
      const quantities: number[] = []
      let left = total
      for (const qty of drawn) {
        if (left === 0) break
        quantities.push(Math.min(qty, left))
        left -= quantities.at(-1) ?? 0
      }
      return left > 0 ? [...quantities, left] : quantities
    })
}
