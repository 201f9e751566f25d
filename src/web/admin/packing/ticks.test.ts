import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearTicks, useTicks } from './ticks.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

/** The picking list of these orders, opened anew. */
const open = (...orderIds: string[]) => renderHook(() => useTicks(orderIds)).result

test('ticks are there again after a reload, until the list is closed (PACK-09)', () => {
  const list = open('order-1', 'order-2')
  act(() => list.current.tick('mug'))
  expect(open('order-1', 'order-2').current.ticked).toEqual(['mug'])
  clearTicks()
  expect(open('order-1', 'order-2').current.ticked).toEqual([])
})

test('a list of other orders has nothing ticked', () => {
  const list = open('order-1', 'order-2')
  act(() => list.current.tick('mug'))
  const next = open('order-1', 'order-3')
  expect(next.current.ticked).toEqual([])
  act(() => next.current.tick('lamp'))
  expect(open('order-1', 'order-3').current.ticked).toEqual(['lamp'])
})
