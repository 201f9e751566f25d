import { setTimeout as delay } from 'node:timers/promises'
import type { PictureStore } from '../uploads/store.ts'
import { collect } from './archive.ts'
import { BackupFault } from './backup-fault.ts'
import { filesOfPicture } from './picture-names.ts'

const retryWaitsMs = [500, 2_000, 8_000]
const asksAtOnce = 8
const readsAtOnce = 4

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

/** Which files of these pictures the store has. */
export async function listPictureFiles(store: PictureStore, names: ReadonlySet<string>) {
  const present: string[] = []
  const missing: string[] = []
  const files = [...names].toSorted().flatMap(filesOfPicture)
  const ask = async (file: string) => ({ file, isThere: await store.has(file) })
  for await (const { file, isThere } of inBatches(files, asksAtOnce, ask)) {
    if (isThere) present.push(file)
    else if (names.has(file)) missing.push(file)
  }
  if (missing.length > 0) await refuseLockedStore(store)
  return { present, missing }
}

/** A few are read ahead. */
export function readPictureFiles(store: PictureStore, files: readonly string[]) {
  return inBatches(files, readsAtOnce, async (file) => {
    const stored = await store.open(file)
    // A bucket may not tell the size of what it sends.
    return { file, bytes: stored && (await collect(stored.stream)) }
  })
}

async function* inBatches<T, Result>(
  items: readonly T[],
  size: number,
  read: (item: T) => Promise<Result>,
): AsyncGenerator<Result> {
  for (let start = 0; start < items.length; start += size) {
    const batch = items.slice(start, start + size)
    yield* await Promise.all(batch.map((item) => retryStoreCall(() => read(item))))
  }
}

/** Such a store seems to have nothing, and the backup would be whole without one picture. */
async function refuseLockedStore(store: PictureStore): Promise<void> {
  try {
    await retryStoreCall(async () => store.probe?.())
  } catch (cause) {
    throw new BackupFault(
      'The bucket of the pictures does not take and give a file. Look at UPLOADS_S3_* and the policy ' +
        'of the bucket; --without-pictures makes a backup without them.',
      { cause },
    )
  }
}
