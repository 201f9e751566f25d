import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ShipmentState } from '#contract/shipment-states.ts'
import { currentState } from './current-state.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 11, 1, hour))
const told = (state: ShipmentState | null, hour: number) => ({ state, at: at(hour) })
const way = [
  told('made', 1),
  told('handed_in', 2),
  told(null, 3),
  told('at_centre', 4),
  told('at_store', 5),
]

it('the state of a parcel is the newest that is known, in whatever order it is told (SHIP-08)', () => {
  expect(currentState([])).toBeUndefined()
  expect(currentState([told(null, 1)])).toBeUndefined()
  expect(currentState(way)?.state).toBe('at_store')
  expect(currentState([...way, told('not_picked_up', 6), told('at_store', 7)])?.state).toBe(
    'at_store',
  )
})

it('what is picked up or taken back stays so (SHIP-08)', () => {
  expect(currentState([...way, told('picked_up', 6), told('at_store', 7)])?.state).toBe('picked_up')
  expect(currentState([told('returned', 2), told('going_back', 3)])?.state).toBe('returned')
})

it('made or given up is what happened before all else, whatever the clocks say (SHIP-08)', () => {
  expect(currentState([told('handed_in', 1), told('made', 2)])?.state).toBe('handed_in')
  const givenUp = { ...told('cancelled', 2), source: 'staff' }
  expect(currentState([givenUp, told('made', 3)])?.state).toBe('cancelled')
  expect(currentState([told('handed_in', 1), givenUp])?.state).toBe('handed_in')
  expect(currentState([told('handed_in', 1), told('cancelled', 2)])?.state).toBe('cancelled')
})

it('with another store a parcel is where it was (SHIP-08)', () => {
  const changed = (...before: ShipmentState[]) =>
    currentState(
      [...before, 'store_closed' as const, 'store_changed' as const].map((state, hour) =>
        told(state, hour),
      ),
    )?.state
  expect(changed('made', 'handed_in')).toBe('store_changed')
  expect(changed('made')).toBe('made')
  expect(changed('made', 'handed_in', 'at_store', 'not_picked_up')).toBe('not_picked_up')
})

it('no order of arrival makes another state (SHIP-08, seed 20261204)', () => {
  const all = [...way, told('picked_up', 6)]
  fc.assert(
    fc.property(
      fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
      (shuffled) => {
        expect(currentState(shuffled)).toEqual(currentState(all))
      },
    ),
    { seed: 20_261_204 },
  )
})
