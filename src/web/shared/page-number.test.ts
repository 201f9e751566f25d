import { expect, test } from 'vitest'
import { parsePageNumber } from '#contract/paging.ts'

test.each([
  ['', 1],
  ['page=3', 3],
  ['page=0', 1],
  ['page=-2', 1],
  ['page=1.5', 1],
  ['page=two', 1],
  ['page=1e1', 1],
  ['page=2.0', 1],
  ['page=12345678901', 1],
])('reads the page number of "%s" as %d', (query, page) => {
  expect(parsePageNumber(new URLSearchParams(query))).toBe(page)
})
