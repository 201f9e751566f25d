import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { Bucket } from '../bucket/bucket.ts'
import { type Encryption, encrypt, isEncrypted } from '../encryption.ts'
import { logKey } from './places.ts'
import { isNext, isOfRecovery, isSegment } from './segments.ts'
import type { WalState } from './wal-state.ts'

const compress = promisify(zstdCompress)
const params = { [constants.ZSTD_c_checksumFlag]: 1 }

/**
 * Moves the pieces of the log that PostgreSQL has put into the folder to the bucket. A gap before one
 * means that the copies of the cluster are of no more use: `state.bases` is emptied.
 */
export async function copyPieces(
  folder: string,
  bucket: Bucket,
  options: { state: WalState; encryption: Encryption; save: () => Promise<void> },
): Promise<void> {
  const { state, encryption, save } = options
  for (const name of (await readdir(folder)).toSorted()) {
    const path = join(folder, name)
    // A note of PostgreSQL about a copy; the pieces tell the same.
    if (/\.(?:backup|partial)$/.test(name)) await rm(path)
    if (!isOfRecovery(name)) continue
    const piece = await readFile(path)
    if (isSegment(name)) {
      if (state.last !== null && !isNext(state.last, name, piece.length)) {
        state.bases = []
        state.gap = name
      }
      state.last = name
    }
    const packed = await compress(piece, { params })
    const bytes = [packed].values()
    const sealed = isEncrypted(encryption) ? encrypt(toAsync(bytes), encryption) : toAsync(bytes)
    await bucket.put(logKey(state.stream, name, isEncrypted(encryption)), sealed)
    await save()
    await rm(path)
  }
}

async function* toAsync(bytes: Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield* bytes
}
