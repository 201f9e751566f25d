import type { Readable } from 'node:stream'
import type { PictureFile } from './picture.ts'

export interface StoredFile {
  size: number
  stream: Readable
}

/** The store of picture files. A name holds the hash of the content, so a file never changes. */
export interface PictureStore {
  has(name: string): Promise<boolean>
  put(file: PictureFile): Promise<void>
  /** Undefined when there is no such file. */
  open(name: string): Promise<StoredFile | undefined>
  /** A file that is not there is as good as removed. */
  remove(name: string): Promise<void>
  /** Fails unless what is put can be read: a store that refuses its key may seem to be empty. */
  probe?(): Promise<void>
}
