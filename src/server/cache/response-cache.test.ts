import { beforeEach, describe, expect, it } from 'vitest'
import type { list } from '#contract/catalog.schema.ts'
import type { Handler } from '../http/mount.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'

let cache: ResponseCache
let loads: string[]
beforeEach(() => {
  cache = createResponseCache()
  cache.resume()
  loads = []
})

function read(key: string, text = '') {
  return cache.read(key, async () => {
    loads.push(key)
    return { text }
  })
}
const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
async function loadWithoutDatabase(): Promise<{ text: string }> {
  throw refused
}
const loadsOf = (key: string) => loads.filter((loaded) => loaded === key).length

describe('the response cache', () => {
  it('evicts the entries that were used least recently (G1)', async () => {
    await read('left alone')
    for (let page = 0; page < 5_000; page++) {
      await read(`page ${page}`)
      if (page % 500 === 0) await read('used')
    }
    for (const key of ['used', 'page 4999', 'page 3100']) {
      await read(key)
      expect(loadsOf(key), key).toBe(1)
    }
    for (const key of ['left alone', 'page 2000']) {
      await read(key)
      expect(loadsOf(key), key).toBe(2)
    }
  })

  it('is bounded by the size of its entries', async () => {
    for (let page = 0; page < 40; page++) await read(`page ${page}`, 'x'.repeat(1024 * 1024))
    await read('page 39')
    await read('page 0')
    expect(loadsOf('page 39')).toBe(1)
    expect(loadsOf('page 0')).toBe(2)
  })

  it('keeps the last large response without evicting the others for it', async () => {
    for (let page = 0; page < 20; page++) await read(`page ${page}`, 'x'.repeat(1024 * 1024))
    const large = 'x'.repeat(33 * 1024 * 1024)
    await read('large', large)
    await read('large', large)
    await read('page 0')
    expect([loadsOf('large'), loadsOf('page 0')]).toEqual([1, 1])
    const last = cache.find('large')
    cache.clear()
    expect(await cache.read('large', loadWithoutDatabase)).toBe(last)
    await read('large', large)
    expect(loadsOf('large')).toBe(2)
    await read('another', large)
    await read('large', 'small by now')
    expect(loadsOf('large')).toBe(3)
    expect(cache.find('large')?.size).toBeLessThan(100)
  })

  it('loads a key once for concurrent reads', async () => {
    const responses = await Promise.all([read('a'), read('a'), read('a')])
    expect(new Set(responses).size).toBe(1)
    expect(loads).toEqual(['a'])
  })

  it('does not store what was loading while it was cleared', async () => {
    const loaded = Promise.withResolvers<{ text: string }>()
    const reading = cache.read('a', () => loaded.promise)
    cache.clear()
    loaded.resolve({ text: 'of before' })
    await reading
    expect(cache.find('a')).toBeUndefined()
    await read('a')
    expect(loads).toEqual(['a'])
  })

  it('stores no failure', async () => {
    const failing = cache.read('a', async () => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await read('a')
    expect(loads).toEqual(['a'])
  })

  it('loads each read while suspended, and gives the last response while the database is away', async () => {
    const before = await read('a')
    cache.suspend()
    expect(cache.find('a')).toBeUndefined()
    await read('a')
    await read('a')
    expect(loadsOf('a')).toBe(3)
    expect(await cache.read('a', loadWithoutDatabase)).toEqual(before)
    await expect(cache.read('b', loadWithoutDatabase)).rejects.toBe(refused)
    cache.resume()
    const other = async () => {
      throw new Error('a fault of ours')
    }
    await expect(cache.read('a', other)).rejects.toThrow('a fault of ours')
  })

  it('gives the last response when the database comes back and is away again (H7)', async () => {
    const before = await read('a')
    cache.suspend()
    cache.resume()
    expect(cache.find('a')).toBeUndefined()
    // The loss of the connection that listens is noticed later.
    expect(await cache.read('a', loadWithoutDatabase)).toBe(before)
    expect(await read('a')).not.toBe(before)
  })

  it('keeps what was loaded beside a change for when the database is away (H7)', async () => {
    const loaded = Promise.withResolvers<{ text: string }>()
    const reading = cache.read('a', () => loaded.promise)
    cache.clear()
    loaded.resolve({ text: 'of before' })
    const last = await reading
    expect(cache.find('a')).toBeUndefined()
    expect(await cache.read('a', loadWithoutDatabase)).toBe(last)
    cache.suspend()
    const newer = await read('a')
    expect(await cache.read('a', loadWithoutDatabase)).toBe(newer)
  })

  it('leaves a newer response in place of one that was loaded beside a change', async () => {
    const loaded = Promise.withResolvers<{ text: string }>()
    const reading = cache.read('a', () => loaded.promise)
    cache.clear()
    const newer = await read('a')
    loaded.resolve({ text: 'of before' })
    await reading
    expect(cache.find('a')).toBe(newer)
  })
})

describe('a cached handler', () => {
  it('does not compile when its reply breaks the contract', () => {
    const pagination = {
      total_pages: 1,
      current_page: 1,
      has_pre: false,
      has_next: false,
      category: '',
    }
    const right: Handler<typeof list> = () =>
      cache.read('a', async () => ({ products: [], pagination, messages: [] }))
    const wrong: Handler<typeof list> = () =>
      // @ts-expect-error: the contract calls them products
      cache.read('a', async () => ({ items: [], pagination, messages: [] }))
    const loose: Handler<typeof list> = () =>
      // @ts-expect-error: a text is no reply of the contract
      cache.read('a', async () => JSON.stringify({ products: [] }))
    expect([right, wrong, loose]).toHaveLength(3)
  })
})
