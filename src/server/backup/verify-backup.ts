import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import type { Keys, Manifest } from './archive.ts'
import { checkBackup } from './check-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { emptyFolder } from './restore-target.ts'

const prefix = 'minmin-verify-'
export const databaseIn = (folder: string) => join(folder, 'data')

/**
 * Restores into a PostgreSQL of its own, which is removed afterwards. It is in DATA_DIR, which is on a
 * disk: the folder of the system for temporary files may be memory (tmpfs).
 */
export async function verifyBackup(file: string, keys: Keys, dataDir: string): Promise<Manifest> {
  await mkdir(dataDir, { recursive: true })
  await removeLeftovers(dataDir)
  const judged = await checkBackup(file, keys, dataDir)
  const folder = await mkdtemp(join(dataDir, prefix))
  // PostgreSQL's own user has to enter it when root runs this; what it holds is closed by itself.
  await chmod(folder, 0o711)
  try {
    const own = { dataDir: databaseIn(folder), log: () => {}, durable: false }
    const postgres = await startEmbeddedPostgres(own)
    const options = { file, keys, url: postgres.url, judged, pictures: null }
    await restoreBackup(options).finally(() => postgres.stop())
    return judged
  } finally {
    await removeFolder(folder)
  }
}

/** What a verification that was killed has left: the shop, and not encrypted. */
export async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    // One that is in use, or another account's, stays.
    if (name.startsWith(prefix)) await removeFolder(join(dataDir, name)).catch(() => {})
  }
}

async function removeFolder(folder: string): Promise<void> {
  const data = databaseIn(folder)
  await mkdir(data, { recursive: true })
  await emptyFolder(data)
  await rm(folder, { recursive: true, force: true })
}
