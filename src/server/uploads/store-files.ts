import type { PictureFile } from './picture.ts'
import type { PictureStore } from './store.ts'

/** The file that `has` is asked about is stored last: where it exists, all variants exist. */
export async function storeFiles(
  pictures: Pick<PictureStore, 'has' | 'put'>,
  files: readonly PictureFile[],
): Promise<void> {
  for (const file of files.toReversed()) {
    if (!(await pictures.has(file.name))) await pictures.put(file)
  }
}
