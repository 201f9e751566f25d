import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { createPictureCache } from './picture-cache.ts'

/** A cache over a store that counts how often each file is read. */
function createCache(sizes: Record<string, number>) {
  const fetched: string[] = []
  const cache = createPictureCache({
    async open(name) {
      const size = sizes[name]
      if (size === undefined) return undefined
      fetched.push(name)
      return { size, stream: Readable.from([Buffer.alloc(size, name)]) }
    },
  })
  return { cache, fetched }
}

it('gives a stored file, and reads it from the store once', async () => {
  const { cache, fetched } = createCache({ 'a.webp': 1_000 })
  expect(await cache.open('a.webp')).toEqual(Buffer.alloc(1_000, 'a.webp'))
  expect(await cache.open('a.webp')).toEqual(Buffer.alloc(1_000, 'a.webp'))
  expect(fetched).toEqual(['a.webp'])
})

it('has no file that the store does not have', async () => {
  expect(await createCache({}).cache.open('a.webp')).toBeUndefined()
})

it('does not cache a large file', async () => {
  const { cache, fetched } = createCache({ 'large.jpg': 300 * 1024 })
  expect(await cache.open('large.jpg')).toMatchObject({ size: 300 * 1024 })
  await cache.open('large.jpg')
  expect(fetched).toEqual(['large.jpg', 'large.jpg'])
})

it('evicts the least recently used file when it is full', async () => {
  const names = Array.from({ length: 65 }, (_, n) => `${n}.webp`)
  const { cache, fetched } = createCache(
    Object.fromEntries(names.map((name) => [name, 256 * 1024])),
  )
  for (const name of names.slice(0, 64)) await cache.open(name)
  await cache.open('0.webp')
  await cache.open('64.webp')
  await cache.open('0.webp')
  expect(fetched).toEqual(names)
  await cache.open('1.webp')
  expect(fetched).toEqual([...names, '1.webp'])
})
