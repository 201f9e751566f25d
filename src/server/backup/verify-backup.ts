import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import { backupExitCodes } from './backup-fault.ts'
import type { Keys } from './encryption.ts'
import { members } from './manifest.ts'
import { type Restored, restoreBackup } from './restore-backup.ts'
import { databaseIn, openVerifyFolder } from './verify-folder.ts'

const endSignals = ['SIGTERM', 'SIGINT'] as const

interface VerifyOptions {
  file: string
  keys: Keys
  /** The shop is restored into a temporary folder of it. */
  dataDir: string
}

/** Restores into a PostgreSQL of its own, which is removed afterwards, also on SIGTERM and SIGINT. */
export async function verifyBackup({ file, keys, dataDir }: VerifyOptions): Promise<Restored> {
  const folder = await openVerifyFolder(dataDir)
  let postgres: EmbeddedPostgres | undefined
  let cleaned: Promise<void> | undefined
  async function clean(): Promise<void> {
    await postgres?.stop()
    await folder.remove()
  }
  const cleanOnce = () => (cleaned ??= clean())
  const end = () => void cleanOnce().finally(() => process.exit(backupExitCodes.failed))
  for (const signal of endSignals) process.once(signal, end)
  try {
    postgres = await startEmbeddedPostgres({
      dataDir: databaseIn(folder.path),
      log: () => {},
      durable: false,
    })
    const room = { folder: dataDir, holds: [members.tables] }
    return await restoreBackup({ file, keys, url: postgres.url, pictures: null, room })
  } finally {
    await cleanOnce()
    for (const signal of endSignals) process.off(signal, end)
  }
}
