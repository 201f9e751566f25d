import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import type { Keys } from './encryption.ts'
import { type Restored, restoreBackup } from './restore-backup.ts'

/** Restores into a PostgreSQL of its own in a temporary folder, which is removed afterwards. */
export async function verifyBackup(file: string, keys: Keys): Promise<Restored> {
  const folder = await mkdtemp(join(tmpdir(), 'minmin-verify-'))
  try {
    // PostgreSQL's own user has to enter it when root runs this; what it holds is closed by itself.
    await chmod(folder, 0o711)
    const dataDir = join(folder, 'data')
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false })
    try {
      return await restoreBackup({ file, keys, url: postgres.url, pictures: null })
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
