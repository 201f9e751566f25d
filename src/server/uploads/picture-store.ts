import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { createLocalStore } from './local-store.ts'
import type { PictureFile } from './picture.ts'
import { createS3Store } from './s3-store.ts'

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

/** A bucket if the configuration names one, else a folder beside the data. */
export function createPictureStore(
  config: Pick<Config, 'dataDir' | 'uploadsBucket'>,
): PictureStore {
  return config.uploadsBucket
    ? createS3Store(config.uploadsBucket)
    : createLocalStore(join(config.dataDir, 'uploads'))
}
