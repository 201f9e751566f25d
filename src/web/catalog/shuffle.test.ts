import { expect, it } from 'vitest'
import { shuffled } from './shuffle.ts'

const entries = Array.from({ length: 12 }, (_, number) => ({ id: `-P6yE0BE7Rj0ADJQAA-${number}` }))

it('LIST-06 another page load has another order, of the same products', () => {
  const orders = new Set(
    Array.from({ length: 20 }, (_, seed) =>
      shuffled(entries, seed * 7919)
        .map(({ id }) => id)
        .join(),
    ),
  )
  expect(orders.size).toBeGreaterThan(15)
  expect(new Set(shuffled(entries, 1))).toEqual(new Set(entries))
})

it('LIST-07 within one page load the order stays, whatever order the products come in', () => {
  expect(shuffled(entries)).toEqual(shuffled(entries.toReversed()))
})

it('LIST-06 each product comes first about as often as any other', () => {
  const firsts = new Map<string, number>()
  for (let seed = 0; seed < 12_000; seed++) {
    const first = shuffled(entries, Math.imul(seed, 2_654_435_761))[0]?.id ?? ''
    firsts.set(first, (firsts.get(first) ?? 0) + 1)
  }
  for (const entry of entries) expect(firsts.get(entry.id)).toBeGreaterThan(600)
})
