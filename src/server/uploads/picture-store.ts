import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { databaseErrorCode } from '../db/database-error.ts'
import { ShopError } from '../http/shop-error.ts'
import type { PictureFile } from './picture.ts'

export interface StoredFile {
  size: number
  stream: Readable
}

/** Where the files of pictures are kept. Names are made of content, so a file never changes. */
export interface PictureStore {
  has(name: string): Promise<boolean>
  put(file: PictureFile): Promise<void>
  /** Undefined when there is no such file. */
  open(name: string): Promise<StoredFile | undefined>
}

export function createPictureStore(config: Pick<Config, 'dataDir'>): PictureStore {
  return createLocalStore(join(config.dataDir, 'uploads'))
}

/** No room left, or a disk that may not be written. */
const diskFaults = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])

function createLocalStore(folder: string): PictureStore {
  return {
    has: async (name) => (await stat(join(folder, name)).catch(() => undefined)) !== undefined,

    async put({ name, bytes }) {
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

    async open(name) {
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      return found?.isFile() ? { size: found.size, stream: createReadStream(path) } : undefined
    },
  }
}
