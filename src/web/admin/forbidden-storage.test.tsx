import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rememberedSort, rememberSort } from './lists/remembered-list.ts'
import { clearTicks, useTicks } from './packing/ticks.ts'
import {
  clearRememberedAccount,
  rememberedAccount,
  setRememberedAccount,
} from './remembered-account.ts'

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
})

const storages = {
  denied: () =>
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    }),
  full: () =>
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    }),
}

describe.each(['denied', 'full'] as const)('in a browser whose storage is %s', (state) => {
  beforeEach(() => void storages[state]())

  test('a list is sorted without remembering it', () => {
    rememberSort('products', { column: 'price', order: 'desc' })
    expect(rememberedSort('products', ['price'])).toBeUndefined()
  })

  test('the sign-in remembers no account', () => {
    setRememberedAccount('owner@example.com')
    expect(rememberedAccount()).toBe('')
    clearRememberedAccount()
  })

  test('products are ticked as long as the picking list is open', () => {
    const { result } = renderHook(() => useTicks(['order-1']))
    act(() => result.current.tick('mug'))
    act(() => result.current.tick('lamp'))
    act(() => result.current.tick('mug'))
    expect(result.current.ticked).toEqual(['lamp'])
    clearTicks()
  })
})

test.each(['[', 'null', '["mug"]'])('stored ticks %s are none', (text) => {
  localStorage.setItem('picking.ticks', text)
  expect(renderHook(() => useTicks(['order-1'])).result.current.ticked).toEqual([])
})
