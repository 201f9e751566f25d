import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allot, type Demand, faultOf, isWhole, leftOver, piecesOf, type Shares } from './allot.ts'

const variants = ['red', 'green', 'blue']
const pieces = (max: number) =>
  fc
    .record(Object.fromEntries(variants.map((id) => [id, fc.integer({ min: 0, max })])))
    .map((record) => new Map(Object.entries(record).filter(([, qty]) => qty > 0)))

const demandsOf = (acceptsFewer: fc.Arbitrary<boolean>): fc.Arbitrary<Demand[]> =>
  fc
    .array(fc.record({ acceptsFewer, wanted: pieces(6) }), { minLength: 1, maxLength: 9 })
    .map((drawn) => drawn.map((demand, n) => ({ ...demand, id: `place ${n}` })))

const wantedOf = (demands: readonly Demand[], id: string) =>
  demands.reduce((sum, { wanted }) => sum + (wanted.get(id) ?? 0), 0)
const givenOf = (shares: Shares, id: string) =>
  [...shares.values()].reduce((sum, share) => sum + (share.get(id) ?? 0), 0)

/** From nothing to more than all that is wanted. */
const arrivals = (acceptsFewer: fc.Arbitrary<boolean>) =>
  demandsOf(acceptsFewer).chain((demands) =>
    fc.record({
      demands: fc.constant(demands),
      came: fc
        .tuple(...variants.map((id) => fc.integer({ min: 0, max: wantedOf(demands, id) + 2 })))
        .map((qty) => new Map(variants.map((id, n) => [id, qty[n] ?? 0]))),
    }),
  )

const rules = ['joined', 'even'] as const
const mixed = arrivals(fc.boolean())
const all = arrivals(fc.constant(true))

describe('allot', () => {
  it.each(rules)('gives out all that came and nobody more than ordered: %s (AFTER-01)', (rule) => {
    fc.assert(
      fc.property(all, ({ demands, came }) => {
        const shares = allot(rule, demands, came)
        for (const id of variants) {
          expect(givenOf(shares, id)).toBe(Math.min(came.get(id) ?? 0, wantedOf(demands, id)))
        }
        for (const { id, wanted } of demands) {
          for (const [variant, qty] of shares.get(id) ?? []) {
            expect(qty).toBeLessThanOrEqual(wanted.get(variant) ?? 0)
          }
        }
      }),
    )
  })

  it.each(rules)('gives all or nothing to who does not accept fewer: %s (AFTER-01)', (rule) => {
    fc.assert(
      fc.property(mixed, ({ demands, came }) => {
        const shares = allot(rule, demands, came)
        const left = leftOver(came, shares)
        expect(faultOf(demands, came, shares)).toBeUndefined()
        for (const demand of demands) {
          const share = shares.get(demand.id)
          if (demand.acceptsFewer || isWhole(demand, share)) continue
          expect(piecesOf(share)).toBe(0)
          // Nobody goes without who could have had all.
          expect([...demand.wanted].some(([id, qty]) => qty > (left.get(id) ?? 0))).toBe(true)
        }
      }),
    )
  })

  it('serves in the order of joining (AFTER-01)', () => {
    fc.assert(
      fc.property(all, ({ demands, came }) => {
        const shares = allot('joined', demands, came)
        for (const id of variants) {
          const lacking = demands.findIndex(
            ({ id: place, wanted }) => (wanted.get(id) ?? 0) > (shares.get(place)?.get(id) ?? 0),
          )
          if (lacking < 0) continue
          for (const { id: later } of demands.slice(lacking + 1)) {
            expect(shares.get(later)?.get(id) ?? 0).toBe(0)
          }
        }
      }),
    )
  })

  it('gives evenly: who lacks some has at most one less than anybody (AFTER-01)', () => {
    fc.assert(
      fc.property(all, ({ demands, came }) => {
        const shares = allot('even', demands, came)
        for (const id of variants) {
          const given = demands.map(({ id: place }) => shares.get(place)?.get(id) ?? 0)
          const most = Math.max(...given)
          demands.forEach(({ wanted }, n) => {
            const has = given[n] ?? 0
            if ((wanted.get(id) ?? 0) > has) expect(has).toBeGreaterThanOrEqual(most - 1)
          })
        }
      }),
    )
  })
})

describe('shares given by hand', () => {
  const demands: Demand[] = [
    { id: 'a', acceptsFewer: true, wanted: new Map([['red', 3]]) },
    { id: 'b', acceptsFewer: false, wanted: new Map([['red', 2]]) },
  ]
  const came = new Map([['red', 3]])
  const judge = (a: number, b: number, more: [string, Map<string, number>][] = []) =>
    faultOf(
      demands,
      came,
      new Map([['a', new Map([['red', a]])], ['b', new Map([['red', b]])], ...more]),
    )

  it('keep the rules: no more than ordered, than came, all or nothing, none left (AFTER-01)', () => {
    expect(judge(1, 2)).toBeUndefined()
    expect(judge(3, 0)).toBeUndefined()
    expect(judge(4, 0)).toMatchObject({ type: 'too_many', place: 'a', wanted: 3 })
    expect(judge(2, 1)).toMatchObject({ type: 'all_or_nothing', place: 'b' })
    expect(judge(3, 2)).toMatchObject({ type: 'not_there', lacking: 2 })
    expect(judge(2, 0)).toMatchObject({ type: 'left_over', left: 1 })
    expect(judge(3, 0, [['c', new Map()]])).toMatchObject({ type: 'unknown', place: 'c' })
  })

  it('may be any that another order of joining gives (AFTER-01)', () => {
    fc.assert(
      fc.property(mixed, ({ demands: drawn, came: pieces }) => {
        const shares = allot('joined', drawn.toReversed(), pieces)
        expect(faultOf(drawn, pieces, shares)).toBeUndefined()
      }),
    )
  })
})
