import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import {
  logoIconSizes,
  logoIconUrl,
  logoSize,
  pictureSize,
  variantUrl,
  variantWidths,
} from '#contract/uploads.ts'
import type { PictureStore } from '../uploads/store.ts'
import { BackupFault } from './backup-fault.ts'

const named = /[0-9a-f]{32}-[0-9]{1,5}x[0-9]{1,5}\.(?:jpg|png)/g
const retryWaitsMs = [500, 2_000, 8_000]
const readsAtOnce = 4

/** The names of our own pictures in the text of some rows. */
export const pictureNamesIn = (rows: Buffer): string[] => rows.toString('latin1').match(named) ?? []

/** A bucket fails now and then: one call that does must not end a backup of hours. */
export async function retryStoreCall<T>(call: () => Promise<T>): Promise<T> {
  for (const waitMs of retryWaitsMs) {
    try {
      return await call()
    } catch {
      await delay(waitMs)
    }
  }
  return call()
}

/** Gives every file of these pictures that the store has, and answers which pictures it lacks. */
export async function readPictures(
  store: PictureStore,
  names: ReadonlySet<string>,
  onFile: (file: string, bytes: Buffer) => Promise<void>,
): Promise<string[]> {
  const missing: string[] = []
  const files = [...names].toSorted().flatMap(filesOfPicture)
  const read = async (file: string) => {
    const stored = await store.open(file)
    return { file, bytes: stored && (await buffer(stored.stream)) }
  }
  while (files.length > 0) {
    const batch = files.splice(0, readsAtOnce).map((file) => retryStoreCall(() => read(file)))
    for (const { file, bytes } of await Promise.all(batch)) {
      if (bytes) await onFile(file, bytes)
      else if (names.has(file)) missing.push(file)
    }
  }
  // A store that cannot be read, or that refuses its key, seems to have nothing.
  const [first] = missing
  const asked = first === undefined ? [] : [store.has(first), store.probe?.()]
  await Promise.all(asked).catch((cause: unknown) => {
    const advice = 'Look at UPLOADS_S3_* and the policy of the bucket, or the rights of the folder.'
    throw new BackupFault(`The store of the pictures gives no file. ${advice}`, { cause })
  })
  return missing
}

/** The picture itself, then all its stored variants. */
function filesOfPicture(name: string): string[] {
  if (logoSize(name)) return [name, ...logoIconSizes.map((size) => logoIconUrl(name, size))]
  const widths = variantWidths(pictureSize(`/uploads/${name}`)?.width ?? 0)
  const variants = widths.flatMap((width) =>
    (['webp', 'avif'] as const).map((format) => variantUrl(name, width, format)),
  )
  return [name, ...variants]
}
