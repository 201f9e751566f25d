import type { Readable } from 'node:stream'
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
