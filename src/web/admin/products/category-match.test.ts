import { expect, it } from 'vitest'
import { matchingCategory } from './category-match.ts'

const entries = ['燈飾', '桌燈', 'Tea 茶'].map((category) => ({ category }))

it.each([
  ['燈', ['燈飾', '桌燈']],
  ['tEA', ['Tea 茶']],
  ['杯', []],
  ['', ['燈飾', '桌燈', 'Tea 茶']],
])('APRODUCT-05 the shown list holds only categories that match %s', (text, categories) => {
  expect(matchingCategory(entries, text).map((entry) => entry.category)).toEqual(categories)
})
