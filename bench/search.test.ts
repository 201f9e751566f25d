import { expect, it } from 'vitest'
import { foldText } from '../src/server/search/fold.ts'
import { budgetMs, searchWorkloads } from './search-workloads.ts'

interface Asked {
  path: string
  tokens: number
  words: number
  query: URLSearchParams
}

const asked = searchWorkloads().flatMap(([, path]) =>
  Array.from({ length: 40 }, (_, made): Asked => {
    const { pathname, searchParams } = new URL(path(made), 'http://shop')
    const q = searchParams.get('q') ?? ''
    const tokens = [...foldText(q)].length
    return { path: pathname, tokens, words: q.split(' ').length, query: searchParams }
  }),
)

// How long each takes is a figure of the bench with 100,000 products.
it('the bench asks for every kind of search in each order and filter, to page 84, for 100 ms (SEARCH-27)', () => {
  expect(budgetMs).toBe(100)
  const kinds: Record<string, (search: Asked) => boolean> = {
    'one character': ({ tokens }) => tokens === 1,
    'two characters': ({ tokens, words }) => tokens === 2 && words === 1,
    'three characters': ({ tokens, words }) => tokens === 3 && words === 1,
    'ten characters': ({ tokens }) => tokens === 10,
    'several words': ({ words }) => words > 1,
  }
  for (const [kind, isOfKind] of Object.entries(kinds)) {
    const ofKind = asked.filter(isOfKind)
    const values = (key: string) => new Set(ofKind.map(({ query }) => query.get(key)))
    for (const sort of ['relevance', 'new', 'bestselling', 'price_asc', 'price_desc']) {
      expect(values('sort'), kind).toContain(sort)
    }
    for (const filter of ['category', 'min_price', 'max_price', 'in_stock']) {
      expect(values(filter).size, `${kind}, ${filter}`).toBeGreaterThan(1)
    }
    for (const page of ['1', '84']) expect(values('page'), kind).toContain(page)
    expect(
      ofKind.some(({ path }) => path.endsWith('/suggestions')),
      kind,
    ).toBe(true)
  }
})
