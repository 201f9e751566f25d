import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Config } from '../../config.ts'
import { formatOfPictureFile } from '../../uploads/picture-name.ts'
import type { PictureStore } from '../../uploads/store.ts'
import type { Bucket } from '../bucket/bucket.ts'
import { retryStoreCall } from '../pictures.ts'
import { picturePrefix } from './places.ts'

/** Copies new pictures of the folder of the shop; a picture never changes, and its file has its hash. */
export function createPictureCopies(config: Pick<Config, 'dataDir' | 'uploadsBucket'>) {
  const folder = join(config.dataDir, 'uploads')
  let known: Set<string> | undefined
  return async (bucket: Bucket): Promise<void> => {
    // A bucket of their own keeps them.
    if (config.uploadsBucket !== null) return
    known ??= new Set(
      (await bucket.list(picturePrefix)).map(({ key }) => key.slice(picturePrefix.length)),
    )
    for (const name of await readdir(folder).catch(() => [])) {
      if (known.has(name) || !formatOfPictureFile(name)) continue
      await bucket.put(`${picturePrefix}${name}`, createReadStream(join(folder, name)))
      known.add(name)
    }
  }
}

/** Puts the pictures of the bucket into the store of a restored shop, and counts them. */
export async function restorePictures(bucket: Bucket, store: PictureStore): Promise<number> {
  let count = 0
  for (const { key } of await bucket.list(picturePrefix)) {
    const name = key.slice(picturePrefix.length)
    if (!formatOfPictureFile(name) || (await store.has(name))) continue
    const found = await bucket.get(key)
    if (!found) continue
    const bytes = await buffer(found)
    await retryStoreCall(() => store.put({ name, bytes }))
    count++
  }
  return count
}
