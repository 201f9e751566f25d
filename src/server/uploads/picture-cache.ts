import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { PictureStore, StoredFile } from './store.ts'

const maxBytes = 16 * 1024 * 1024
const maxFileBytes = 256 * 1024

/** An LRU cache of uploaded files. Files never change, so they are evicted for room alone. */
export function createPictureCache(pictures: Pick<PictureStore, 'open'>): {
  open(name: string): Promise<Buffer | StoredFile | undefined>
} {
  const files = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
  })
  return {
    async open(name) {
      const hit = files.get(name)
      if (hit) return hit
      const stored = await pictures.open(name)
      if (!stored || stored.size > maxFileBytes) return stored
      const file = await buffer(stored.stream)
      files.set(name, file)
      return file
    },
  }
}
