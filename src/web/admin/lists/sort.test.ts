import { describe, expect, it } from 'vitest'
import { nextSort, readSort } from './sort.ts'

describe('APRODUCT-15 APRODUCT-16 pressing a header', () => {
  it('flips the order of the sorted column', () => {
    expect(nextSort({ column: 'price', order: 'asc' }, 'price').order).toBe('desc')
    expect(nextSort({ column: 'price', order: 'desc' }, 'price').order).toBe('asc')
  })

  it('starts another column ascending', () => {
    expect(nextSort({ column: 'price', order: 'desc' }, 'title')).toEqual({
      column: 'title',
      order: 'asc',
    })
    expect(nextSort(undefined, 'title')).toEqual({ column: 'title', order: 'asc' })
  })
})

describe('the sort of an address', () => {
  const columns = ['title', 'price'] as const
  it.each([
    ['', undefined],
    ['sort=price', { column: 'price', order: 'asc' }],
    ['sort=price&order=desc', { column: 'price', order: 'desc' }],
    ['sort=price&order=sideways', { column: 'price', order: 'asc' }],
    ['sort=secret&order=desc', undefined],
  ])('%s', (text, sort) => {
    expect(readSort(new URLSearchParams(text), columns)).toEqual(sort)
  })
})
