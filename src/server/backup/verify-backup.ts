import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import { checkBackup, type Manifest } from './archive.ts'
import type { Keys } from './encryption.ts'
import { restoreBackup } from './restore-backup.ts'
import { emptyFolder } from './restore-target.ts'

/** In DATA_DIR, which is on a disk: that of the system for temporary files may be memory (tmpfs). */
export const verifyFolder = (dataDir: string) => join(dataDir, 'verify')

/**
 * Restores into a PostgreSQL of its own, which is removed afterwards. The unencrypted remains of a
 * killed verification are removed by the next.
 */
export async function verifyBackup(file: string, keys: Keys, dataDir: string): Promise<Manifest> {
  const folder = verifyFolder(dataDir)
  // PostgreSQL's own user has to enter it when root runs this; what it holds is closed by itself.
  await mkdir(folder, { recursive: true, mode: 0o711 })
  await emptyFolder(folder)
  try {
    const judged = await checkBackup(file, keys, dataDir)
    const own = { dataDir: folder, log: () => {}, durable: false }
    const postgres = await startEmbeddedPostgres(own)
    const options = { file, keys, url: postgres.url, judged, pictures: null }
    await restoreBackup(options).finally(() => postgres.stop())
    return judged
  } finally {
    await emptyFolder(folder)
    await rm(folder, { recursive: true })
  }
}
