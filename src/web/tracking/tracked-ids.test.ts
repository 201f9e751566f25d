import { afterEach, expect, test, vi } from 'vitest'
import {
  parseTrackedIds,
  subscribeToTracked,
  toggleTracked,
  trackedIds,
  untrack,
} from './tracked-ids.ts'

const stored = () => localStorage.getItem('trackProd')

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test('TRACK-06 TRACK-04 the value under trackProd is the array of tracked ids', () => {
  toggleTracked('mug')
  toggleTracked('pot')
  expect(JSON.parse(stored() ?? '')).toEqual(['mug', 'pot'])
  toggleTracked('mug')
  expect(JSON.parse(stored() ?? '')).toEqual(['pot'])
  expect(trackedIds()).toEqual(['pot'])
})

test.each([
  [null, []],
  ['', []],
  ['no json', []],
  ['{"mug":true}', []],
  ['["mug","pot"]', ['mug', 'pot']],
  ['["mug",7,null,"","mug"]', ['mug']],
])('TRACK-06 of the stored %j count %j', (text, ids) => {
  expect(parseTrackedIds(text)).toEqual(ids)
})

test('untracks the products that the server no longer sells (TRACK-07)', () => {
  toggleTracked('mug')
  toggleTracked('gone')
  untrack(new Set(['gone', 'pot']))
  expect(JSON.parse(stored() ?? '')).toEqual(['mug'])
})

test('the array stays the same as long as nothing changed', () => {
  toggleTracked('mug')
  const before = trackedIds()
  untrack(new Set(['gone']))
  expect(trackedIds()).toBe(before)
})

test('what another tab tracks is told and read', () => {
  const listener = vi.fn()
  const unsubscribe = subscribeToTracked(listener)
  localStorage.setItem('trackProd', '["lamp"]')
  dispatchEvent(new StorageEvent('storage', { key: 'trackProd' }))
  expect(listener).toHaveBeenCalledTimes(1)
  expect(trackedIds()).toEqual(['lamp'])
  unsubscribe()
  toggleTracked('mug')
  expect(listener).toHaveBeenCalledTimes(1)
})

test('a storage that takes nothing still tracks until the tab is closed', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  toggleTracked('mug')
  expect(trackedIds()).toEqual(['mug'])
  toggleTracked('mug')
  expect(trackedIds()).toEqual([])
})
