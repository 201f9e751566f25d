import { dirname, resolve } from 'node:path'
import { type Config, readCommandConfig } from '../config.ts'
import { connect } from '../db/connect.ts'
import { ClusterInUseError } from '../db/embedded/cluster-lock.ts'
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import { transaction } from '../db/transaction.ts'
import { withDatabaseUrl } from '../db/with-database-url.ts'
import { commandLine } from '../http/actor.ts'
import { recordRelease } from '../jobs/release-hold.ts'
import { findSecretsKey, saveSecretsKey } from '../secrets/secrets-key.ts'
import { createPictureStore } from '../uploads/picture-store.ts'
import { BackupFault, backupExitCodes } from './backup-fault.ts'
import { checkBackup } from './check-backup.ts'
import { print, runCommand } from './command.ts'
import { members } from './manifest.ts'
import { type Restored, restoreBackup } from './restore-backup.ts'
import { claimFolder, isRestoreUnfinishedIn, releaseFolder } from './restore-target.ts'
import { removeLeftovers } from './verify-folder.ts'

const usage = `Usage: npm run restore -- FILE | release

  FILE     restores into the empty DATA_DIR, or the empty database of DATABASE_URL
  release  lets a restored shop send mails, call the gateway and close what is due`

async function restore(config: Config, file: string): Promise<void> {
  const { dataDir, databaseUrl } = config
  // Before the target is touched: a file that is not whole leaves it as it is.
  const holds = [
    ...(databaseUrl ? [] : [members.tables]),
    ...(config.uploadsBucket ? [] : [members.pictures]),
  ]
  // This restore removes what a killed one has left, so the free space is not known yet.
  const room = isRestoreUnfinishedIn(dataDir) ? undefined : { folder: dataDir, holds }
  await checkBackup(file, config.backup, room)
  await removeLeftovers(dataDir)
  const usesFolder = !(databaseUrl && config.uploadsBucket)
  const isNew = usesFolder && (await claimFolder(dataDir))
  const restored = await fill(config, file, usesFolder && !isNew).catch(async (error: unknown) => {
    // A database that was refused was not touched, and the folder is as it was.
    const isRefused = error instanceof BackupFault && error.exitCode === backupExitCodes.targetInUse
    if (isNew && isRefused) await releaseFolder(dataDir)
    throw error
  })
  if (usesFolder) await releaseFolder(dataDir)
  const { manifest, jobs, closed, erasures } = restored
  print(`Restored the shop of ${manifest.time}; its books are those of the backup.`)
  print(`${restored.pictures} files of pictures, ${jobs} jobs that wait.`)
  print(`${erasures.repeated} customers were erased or left after the backup; that is done again.`)
  if (erasures.unreadable > 0) {
    print(
      `${erasures.unreadable} erasures cannot be told from this backup: it is older than their key.`,
    )
  }
  if (!manifest.hasPictures) print('The backup holds no pictures.')
  for (const missing of manifest.missingPictures) print(`It lacks the picture ${missing}.`)
  for (const username of closed) {
    print(`No key opens the second factor of ${username}: npm run admin -- reset-totp ${username}`)
  }
  print('The shop is on hold: no mail, refund or expiry. npm run restore -- release ends that.')
}

async function fill(config: Config, file: string, isResumed: boolean): Promise<Restored> {
  const pictures = createPictureStore(config)
  const ledgers = [dirname(file), ...(config.backup.dir === null ? [] : [config.backup.dir])]
  // Unless this shop has a key already, it goes on with that of the backup.
  const chooseKey = (ofBackup: Buffer | undefined) =>
    findSecretsKey(config) ?? (ofBackup && saveSecretsKey(config.dataDir, ofBackup))
  const fillFrom = (url: string) =>
    restoreBackup({ file, keys: config.backup, url, pictures, ledgers, isResumed, chooseKey })
  if (config.databaseUrl) return fillFrom(config.databaseUrl)
  const postgres = await startEmbedded(config.dataDir)
  try {
    return await fillFrom(postgres.url)
  } finally {
    await postgres.stop()
  }
}

async function startEmbedded(dataDir: string) {
  try {
    return await startEmbeddedPostgres({ dataDir, log: print })
  } catch (cause) {
    if (!(cause instanceof ClusterInUseError)) throw cause
    throw new BackupFault(cause.message, { exitCode: 'targetInUse', cause })
  }
}

async function release(config: Config): Promise<void> {
  const wasHeld = await withDatabaseUrl(config, async (url) => {
    const database = connect(url, { poolSize: 1 })
    try {
      return await transaction(database.db, (tx) => recordRelease(tx, commandLine))
    } finally {
      await database.close()
    }
  })
  print(wasHeld ? 'The shop works again.' : 'The shop is not on hold.')
}

async function main(): Promise<void> {
  const [word] = process.argv.slice(2)
  if (!word) throw new BackupFault(usage, { exitCode: 'usage' })
  const config = readCommandConfig(process.env)
  if (word === 'release') await release(config)
  else await restore(config, resolve(word))
}

await runCommand(main)
