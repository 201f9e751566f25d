import { describe, expect, it } from 'vitest'
import { takenPlaces } from '../metrics/metrics.ts'
import { createSemaphore } from './semaphore.ts'

/** Work that the test ends, and the order in which it began. */
function open(limits: { concurrency: number; maxWaiting: number }) {
  const run = createSemaphore({ name: 'test', ...limits })
  const begun: string[] = []
  const endings: (() => void)[] = []
  const ask = (key: string, name = key) =>
    run(async () => {
      begun.push(name)
      await new Promise<void>((resolve) => endings.push(resolve))
      return name
    }, key).catch(() => `${name} refused`)
  async function finishAll(results: Promise<string>[]): Promise<string[]> {
    const all = Promise.all(results)
    for (let isOpen = true; isOpen; ) {
      endings.shift()?.()
      await new Promise(setImmediate)
      isOpen = endings.length > 0
    }
    return all
  }
  return { ask, begun, finishAll }
}

describe('a semaphore', () => {
  it('lets keys that wait take turns (SAFE-04)', async () => {
    const { ask, begun, finishAll } = open({ concurrency: 1, maxWaiting: 10 })
    const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']
    await finishAll(names.map((name) => ask(name.charAt(0), name)))
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  it('drops the newest waiter of the longest queue when it is full (SAFE-04)', async () => {
    const { ask, finishAll } = open({ concurrency: 1, maxWaiting: 3 })
    const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'd1']
    const results = await finishAll(names.map((name) => ask(name.charAt(0), name)))
    expect(results).toEqual([
      'a1',
      'a2',
      'a3 refused',
      'a4 refused',
      'a5 refused',
      'b1',
      'c1',
      'd1 refused',
    ])
  })

  it('refuses a key more slots than one may have, and others none for it (MEND-51)', async () => {
    const run = createSemaphore({ name: 'test', concurrency: 4, maxWaiting: 0, perKey: 2 })
    const { promise: end, resolve: finish } = Promise.withResolvers<void>()
    const held = [run(() => end, 'a'), run(() => end, 'a')]
    await expect(run(async () => 'third', 'a')).rejects.toThrow()
    expect(await run(async () => 'other', 'b')).toBe('other')
    finish()
    await Promise.all(held)
    expect(await run(async () => 'again', 'a')).toBe('again')
  })

  it('runs no more at once than it has slots, and frees one when work fails (MEND-51)', async () => {
    const run = createSemaphore({ name: 'test', concurrency: 1, maxWaiting: 1 })
    const failing = run(() => Promise.reject(new Error('no')))
    const next = run(async () => 'next')
    await expect(run(async () => 'too many')).rejects.toThrow()
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('next')
    expect(await run(async () => 'again')).toBe('again')
    expect(await takenPlaces('test')).toBe(0)
  })
})
