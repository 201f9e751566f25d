import { expect, test } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { withoutRepeats } from './without-repeats.ts'

const rows = (...ids: string[]) => ids.map((id) => ({ id }) as Product)

test('a block of home that would only repeat what stands above it is left out (MEND-92)', () => {
  const shown = withoutRepeats(['new', 'picks', 'bestselling', 'category'], {
    new: rows('a', 'b'),
    picks: rows('b', 'a'),
    bestselling: rows('b', 'c'),
    category: undefined,
  })
  expect(shown).toEqual({
    new: rows('a', 'b'),
    picks: [],
    bestselling: rows('b', 'c'),
    category: undefined,
  })
})

test('a block waits for those above it, so that it is not taken away once they are known (MEND-92)', () => {
  const order = ['new', 'picks', 'category', 'bestselling'] as const
  const known = { picks: rows('a'), bestselling: rows('a') }
  // The category is not asked for.
  expect(withoutRepeats(order, { new: undefined, ...known })).toEqual({})
  expect(withoutRepeats(order, { new: rows('a', 'b'), ...known })).toEqual({
    ...{ new: rows('a', 'b'), picks: [], bestselling: [] },
  })
})
