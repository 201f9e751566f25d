import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseErrorCode } from '../db/database-error.ts'
import { ShopError } from '../http/shop-error.ts'
import { assertPictureFile } from './picture-name.ts'
import type { PictureStore } from './store.ts'

/** No room left, or a disk that may not be written. */
const diskFaults = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'ENOTDIR'])

const absent = new Set(['ENOENT', 'ENOTDIR'])

/**
 * A folder. A file is written under a temporary name, synced and renamed: no partial file is
 * served.
 */
export function createLocalStore(folder: string): PictureStore {
  return {
    async has(name) {
      try {
        await stat(join(folder, name))
        return true
      } catch (error) {
        if (absent.has(databaseErrorCode(error) ?? '')) return false
        throw new ShopError('UNAVAILABLE', { retryAfter: 60, cause: error })
      }
    },

    async put({ name, bytes }) {
      assertPictureFile(name)
      const temporary = join(folder, `.${randomBytes(9).toString('hex')}.part`)
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(temporary, bytes, { flush: true })
        await rename(temporary, join(folder, name))
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined)
        if (!diskFaults.has(databaseErrorCode(error) ?? '')) throw error
        throw new ShopError('UNAVAILABLE', { retryAfter: 60, cause: error })
      }
    },

    async remove(name) {
      assertPictureFile(name)
      await rm(join(folder, name), { force: true }).catch((cause: unknown) => {
        throw new ShopError('UNAVAILABLE', { retryAfter: 60, cause })
      })
    },

    async open(name) {
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      return found?.isFile() ? { size: found.size, stream: createReadStream(path) } : undefined
    },
  }
}
