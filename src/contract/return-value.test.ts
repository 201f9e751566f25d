import fc from 'fast-check'
import { expect, it } from 'vitest'
import { valueOfPieces } from './return-value.ts'

it('pieces that come back one after the other are worth what was paid, to the dollar (RET-01)', () => {
  const line = fc.record({
    ordered: fc.integer({ min: 1, max: 200 }),
    paid: fc.integer({ min: 0, max: 1_000_000 }),
    cases: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 20 }),
  })
  fc.assert(
    fc.property(line, ({ ordered, paid, cases }) => {
      let returned = 0
      let sum = 0
      for (const wanted of [...cases, ordered]) {
        const pieces = Math.min(wanted, ordered - returned)
        const value = valueOfPieces({ ordered, paid, returned }, pieces)
        expect(Math.abs(value - (paid * pieces) / ordered)).toBeLessThan(1)
        returned += pieces
        sum += value
      }
      expect(sum).toBe(paid)
    }),
  )
})
