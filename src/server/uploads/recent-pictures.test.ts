import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { createRecentPictures } from './recent-pictures.ts'

/** A shelf that counts how often each file is fetched from it. */
function shelf(sizes: Record<string, number>) {
  const fetched: string[] = []
  const recent = createRecentPictures({
    async open(name) {
      const size = sizes[name]
      if (size === undefined) return undefined
      fetched.push(name)
      return { size, stream: Readable.from([Buffer.alloc(size, name)]) }
    },
  })
  return { recent, fetched }
}

it('gives a file as it is on the shelf, and fetches it once', async () => {
  const { recent, fetched } = shelf({ 'a.webp': 1_000 })
  expect(await recent.open('a.webp')).toEqual(Buffer.alloc(1_000, 'a.webp'))
  expect(await recent.open('a.webp')).toEqual(Buffer.alloc(1_000, 'a.webp'))
  expect(fetched).toEqual(['a.webp'])
})

it('knows no file that the shelf does not know', async () => {
  expect(await shelf({}).recent.open('a.webp')).toBeUndefined()
})

it('lets a large file through without keeping it', async () => {
  const { recent, fetched } = shelf({ 'large.jpg': 300 * 1024 })
  expect(await recent.open('large.jpg')).toMatchObject({ size: 300 * 1024 })
  await recent.open('large.jpg')
  expect(fetched).toEqual(['large.jpg', 'large.jpg'])
})

it('forgets the one that was not asked for longest when there is no more room', async () => {
  const names = Array.from({ length: 65 }, (_, n) => `${n}.webp`)
  const { recent, fetched } = shelf(Object.fromEntries(names.map((name) => [name, 256 * 1024])))
  for (const name of names.slice(0, 64)) await recent.open(name)
  await recent.open('0.webp')
  await recent.open('64.webp')
  await recent.open('0.webp')
  expect(fetched).toEqual(names)
  await recent.open('1.webp')
  expect(fetched).toEqual([...names, '1.webp'])
})
