import { afterEach, expect, test, vi } from 'vitest'
import { reloadOnceForLostChunks } from './reload-once.ts'

afterEach(() => vi.restoreAllMocks())

test('without a storage that counts reloads the failure goes to the importer', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  const faults: unknown[] = []
  const note = (event: ErrorEvent) => {
    faults.push(event.error)
    event.preventDefault()
  }
  addEventListener('error', note)
  reloadOnceForLostChunks()
  const lost = new Event('vite:preloadError', { cancelable: true })
  dispatchEvent(lost)
  removeEventListener('error', note)
  expect(faults).toEqual([])
  expect(lost.defaultPrevented).toBe(false)
})
