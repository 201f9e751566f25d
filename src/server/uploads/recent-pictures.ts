import { buffer } from 'node:stream/consumers'
import type { PictureStore, StoredFile } from './store.ts'

const maxBytes = 16 * 1024 * 1024
const maxFileBytes = 256 * 1024

/**
 * The files that were asked for last, in memory: the pictures of a page are asked for by everybody
 * who sees it. Files never change, so nothing has to be forgotten but for room.
 */
export function createRecentPictures(pictures: Pick<PictureStore, 'open'>): {
  open(name: string): Promise<Buffer | StoredFile | undefined>
} {
  /** Who was asked for longest ago stands first. */
  const kept = new Map<string, Buffer>()
  let bytes = 0

  function keep(name: string, file: Buffer): void {
    if (kept.has(name)) return
    kept.set(name, file)
    bytes += file.length
    for (const [oldest, { length }] of kept) {
      if (bytes <= maxBytes) return
      kept.delete(oldest)
      bytes -= length
    }
  }

  return {
    async open(name) {
      const known = kept.get(name)
      if (known) {
        kept.delete(name)
        kept.set(name, known)
        return known
      }
      const stored = await pictures.open(name)
      if (!stored || stored.size > maxFileBytes) return stored
      const file = await buffer(stored.stream)
      keep(name, file)
      return file
    },
  }
}
