import { join } from 'node:path'
import type { Config } from '../config.ts'
import { createLocalStore } from './local-store.ts'
import { createS3Store } from './s3-store.ts'
import type { PictureStore } from './store.ts'

/** A bucket if the configuration names one, else a folder beside the data. */
export function createPictureStore(
  config: Pick<Config, 'dataDir' | 'uploadsBucket'>,
): PictureStore {
  return config.uploadsBucket
    ? createS3Store(config.uploadsBucket)
    : createLocalStore(join(config.dataDir, 'uploads'))
}
