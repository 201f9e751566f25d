import { expect, test } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 10, [1, 2, 0, 10]],
  [3, 10, [1, 2, 3, 4, 0, 10]],
  [4, 10, [1, 2, 3, 4, 5, 0, 10]],
  [5, 10, [1, 0, 4, 5, 6, 0, 10]],
  [10, 10, [1, 0, 9, 10]],
])('on page %d of %d are offered %j', (current, total, pages) => {
  expect(pageNumbers(current, total)).toEqual(pages)
})

test('a gap never stands for a single page', () => {
  for (let current = 1; current <= 9; current++) {
    const pages = pageNumbers(current, 9)
    pages.forEach((page, index) => {
      if (page !== 0) return
      expect((pages[index + 1] ?? 0) - (pages[index - 1] ?? 0)).toBeGreaterThan(2)
    })
  }
})
