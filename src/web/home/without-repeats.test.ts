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
