import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { products } from '../db/tables/catalog.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { foldText } from './fold.ts'
import { foldWords } from './terms.ts'

const seed = 20_261_122
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** Few characters, so that most searches find something, of every kind that is folded. */
const pieces = fc.constantFrom(
  ...['陶', '壺', '壶', '杯', '檯', '台', '燈', '灯', 'L', 'led', 'Ｌ', 'e', '3', '３', '10', ' '],
  ...['，', '%', '＋', '　', "'", '<b>', '</b>', '&amp;', 'ㄅ', 'カ'],
)
const text = (maxLength: number) =>
  fc.array(pieces, { minLength: 1, maxLength }).map((parts) => parts.join(''))
const product = fc.record({
  title: text(5),
  category: text(3),
  content: text(6),
  description: text(8),
  isEnabled: fc.boolean(),
})
const query = fc.array(pieces, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))

type Fields = { title: string; category: string; content: string; description: string }

/** A plain walk through the folded texts. */
function isFoundIn(fields: Fields, searched: string): boolean {
  const words = foldWords(searched)
  const { title, category, content, description } = fields
  const shown = description.replace(/<\/?b>/g, ' ').replaceAll('&amp;', '&')
  const texts = [title, category, content, shown].map(foldText)
  return words.length > 0 && words.every((word) => texts.some((text) => text.includes(word)))
}

it('finds what a plain walk through the folded texts finds (SEARCH-22, seed 20261122)', async () => {
  const catalogue = fc.array(product, { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(
      catalogue,
      fc.array(query, { minLength: 10, maxLength: 10 }),
      async (all, searches) => {
        await shop.database.db.delete(products)
        const ids = new Map<string, Fields & { isEnabled: boolean }>()
        for (const values of all) ids.set(await shop.product(values), values)
        for (const q of searches) {
          const { body } = await shop.guest().get(`/search?${new URLSearchParams({ q })}`)
          const expected = [...ids].filter(([, fields]) => fields.isEnabled && isFoundIn(fields, q))
          const found = body.products.map(({ id }: { id: string }) => id).toSorted()
          expect(found, q).toEqual(expected.map(([id]) => id).toSorted())
          expect(body.total).toBe(expected.length)
        }
      },
    ),
    { seed, numRuns: propertyRuns(100) },
  )
})
