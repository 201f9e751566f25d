import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { type Config, ConfigError, readCommandConfig } from '../config.ts'
import { withLongStatements } from '../db/connect.ts'
import { ClusterInUseError } from '../db/embedded/cluster-lock.ts'
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import { knownPlace } from '../db/embedded/place.ts'
import { transaction } from '../db/transaction.ts'
import { withDatabaseUrl } from '../db/with-database-url.ts'
import { giveWay } from '../give-way.ts'
import { commandLine } from '../http/actor.ts'
import { recordRelease } from '../jobs/release-hold.ts'
import { ledgerFile } from '../privacy/erasure-ledger.ts'
import { findSecretsKey, saveSecretsKey } from '../secrets/secrets-key.ts'
import { createPictureStore } from '../uploads/picture-store.ts'
import { checkBackup } from './archive.ts'
import { BackupFault, backupExitCodes } from './backup-fault.ts'
import { backupName, canVerify, listBackups, markVerified, pruneBackups } from './backup-folder.ts'
import { readBackupPlan } from './backup-plan.ts'
import { readBackupBucket } from './bucket/backup-bucket.ts'
import { type Bucket, openBucket } from './bucket/bucket.ts'
import { listCopies, openCopy } from './bucket/copy-backups.ts'
import { createBackup } from './create-backup.ts'
import { isEncrypted } from './encryption.ts'
import { restoreBackup } from './restore-backup.ts'
import { claimFolder, releaseFolder } from './restore-target.ts'
import { openCopySession } from './tables.ts'
import { verifyBackup } from './verify-backup.ts'
import { copyBase } from './wal/copy-base.ts'
import { restoreToLatest } from './wal/restore-to-latest.ts'

const usage = `Usage: npm run backup -- create [--to FILE] [--verify]
                         one backup, by default into BACKUP_DIR under the time in UTC
       npm run backup -- list [--bucket]
                         the backups of BACKUP_DIR, or of the bucket of BACKUP_S3_* or the settings
       npm run backup -- verify FILE   restores into a temporary place and compares the books
       npm run backup -- prune         removes what BACKUP_KEEP or the settings do not keep
       npm run restore -- FILE         into the empty DATA_DIR or database of DATABASE_URL
       npm run restore -- bucket:NAME  the same of the bucket of BACKUP_S3_*
       npm run restore -- latest       an embedded database as the bucket has it, to the last minutes
       npm run restore -- release      lets a restored shop speak outside again`

const print = (line: string) => void process.stdout.write(`${line}\n`)
/** Before the name of a file that is fetched from there. */
const inBucket = 'bucket:'
const usageFault = (message: string) => new BackupFault(message, { exitCode: 'usage' })

function folderOf({ backup }: Config): string {
  if (backup.dir) return backup.dir
  throw usageFault('BACKUP_DIR is not set; --to FILE names one file.')
}

async function create(config: Config, args: string[]): Promise<void> {
  const type = 'boolean'
  const options = { to: { type: 'string' }, verify: { type }, scheduled: { type } } as const
  const { values } = parseArgs({ args, options })
  const { backup } = config
  const kind = { isEncrypted: isEncrypted(backup), isManual: !values.scheduled }
  const file = resolve(values.to ?? join(folderOf(config), backupName(new Date(), kind)))
  const pictures = createPictureStore(config)
  const secretsKey = findSecretsKey(config)
  const manifest = await withDatabaseUrl(config, (url) =>
    createBackup({ url, file, encryption: backup, pictures, secretsKey }),
  )
  print(`${file}: ${manifest.tables.length} tables, as of ${manifest.time}`)
  for (const missing of manifest.missingPictures) print(`The picture ${missing} is not there.`)
  if (!kind.isEncrypted) {
    print('It is not encrypted: whoever reads it reads the shop. It does not hold SECRETS_KEY.')
  }
  if (values.verify || (values.scheduled && canVerify(backup))) await verify(config, file)
}

async function list(config: Config, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { bucket: { type: 'boolean' } } })
  const backups = values.bucket
    ? await listCopies(await bucketOf(config))
    : await listBackups(folderOf(config))
  for (const { name, time, release, bytes, verifiedAt, isEncrypted: isClosed } of backups) {
    const size = `${(bytes / 1_000_000).toFixed(1)} MB`
    const state = verifiedAt ? `verified ${verifiedAt.toISOString()}` : 'not verified'
    const kind = isClosed ? 'encrypted' : 'not encrypted'
    const words = [name, time.toISOString(), release, size, kind]
    print([...words, ...(values.bucket ? [] : [state])].join('\t'))
  }
}

/** That of the environment, or of the settings where there is a shop. */
async function bucketOf(config: Config): Promise<Bucket> {
  const settings =
    config.backup.bucket ??
    (await withDatabaseUrl(config, (url) =>
      withLongStatements(url, (db) => readBackupBucket(db, config)),
    ))
  if (settings) return openBucket(settings)
  throw usageFault('There is no bucket: set BACKUP_S3_*.')
}

/** A new machine knows no settings. */
function namedBucket({ backup: { bucket } }: Config): Bucket {
  if (bucket) return openBucket(bucket)
  throw usageFault('BACKUP_S3_* has to name the bucket.')
}

async function verify({ backup, dataDir }: Config, file: string): Promise<void> {
  const { time, jobs } = await verifyBackup(file, backup, dataDir)
  await markVerified(file)
  print(`${file}: the books of ${time} are equal once restored; ${jobs.length} jobs wait`)
}

async function prune(config: Config): Promise<void> {
  const folder = folderOf(config)
  const { keep } = await withDatabaseUrl(config, (url) =>
    withLongStatements(url, (db) => readBackupPlan(db, config.backup)),
  )
  for (const name of await pruneBackups(folder, keep)) print(`removed ${name}`)
}

async function restore(config: Config, file: string): Promise<void> {
  const { dataDir, databaseUrl, backup } = config
  // Before the target is touched: a file that is not whole leaves it as it is.
  const judged = await checkBackup(file, backup)
  // A new PostgreSQL in DATA_DIR, which is marked until all is done, or the named database.
  if (!databaseUrl) await claimFolder(dataDir)
  const postgres = databaseUrl ? null : await startEmbeddedPostgres({ dataDir, log: print })
  const restored = await restoreBackup({
    file,
    keys: backup,
    url: config.databaseListenUrl ?? databaseUrl ?? postgres?.url ?? '',
    judged,
    pictures: createPictureStore(config),
    ledgers: [dirname(file), backup.dir ?? dirname(file)],
    chooseKey: chooseKey(config),
  }).finally(() => postgres?.stop())
  if (!databaseUrl) await releaseFolder(dataDir)
  const { pictures, closed, erasures } = restored
  print(`Restored the shop of ${judged.time}; its books are those of the backup.`)
  print(`${pictures} files of pictures, ${judged.jobs.length} jobs that wait.`)
  print(`${erasures.repeated} customers were erased or left after the backup; that is done again.`)
  if (erasures.unreadable > 0) {
    print(`${erasures.unreadable} erasures cannot be told: the backup is older than their key.`)
  }
  for (const missing of judged.missingPictures) print(`It lacks the picture ${missing}.`)
  printEnd(closed)
}

/** Unless this shop has a key already, it goes on with that of the backup. */
const chooseKey = (config: Config) => (ofBackup: Buffer | undefined) =>
  findSecretsKey(config) ?? (ofBackup && saveSecretsKey(config.dataDir, ofBackup))

function printEnd(closed: { accounts: string[]; settings: string[]; webhooks: string[] }): void {
  for (const group of closed.settings) {
    print(`No key opens the settings of ${group}: type its secrets again in the back office.`)
  }
  for (const url of closed.webhooks) {
    print(`No key opens the secret of the webhook to ${url}: delete it, and make it anew.`)
  }
  for (const username of closed.accounts) {
    print(`No key opens the second factor of ${username}: npm run admin -- reset-totp ${username}`)
  }
  print('The shop is on hold: no mail, refund or expiry. npm run restore -- release ends that.')
}

/** Fetches a file of the bucket, and the erasures since, beside the temporary files of the machine. */
async function restoreFromBucket(config: Config, name: string): Promise<void> {
  const bucket = namedBucket(config)
  const folder = await mkdtemp(join(tmpdir(), 'minmin-restore-'))
  try {
    for (const part of [ledgerFile, name]) {
      const stored = await openCopy(bucket, part)
      if (stored) await pipeline(stored, createWriteStream(join(folder, part), { mode: 0o600 }))
      else if (part === name) throw new BackupFault(`The bucket has no ${name}.`)
    }
    await restore(config, join(folder, name))
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function restoreEmbeddedToLatest(config: Config): Promise<void> {
  if (config.databaseUrl) {
    throw usageFault('latest is for the embedded database, without DATABASE_URL.')
  }
  const bucket = namedBucket(config)
  const options = { bucket, chooseKey: chooseKey(config), log: print }
  const {
    time,
    base: at,
    pieces,
    pictures,
    erasures,
    closed,
  } = await restoreToLatest(config, options)
  print(`Restored the shop of ${time.toISOString()}: the copy of ${at} and ${pieces} pieces since.`)
  print(`${pictures} files of pictures. ${erasures.repeated} erasures were done again.`)
  printEnd(closed)
}

/** Of the program itself, for the process that runs the embedded PostgreSQL: the last line is its answer. */
async function base(config: Config, stream: string): Promise<void> {
  const { backup, dataDir } = config
  const bucket = await bucketOf(config)
  const { cluster } = await knownPlace(dataDir)
  const secretsKey = findSecretsKey(config)
  const made = await withDatabaseUrl(config, async (url) => {
    const client = await openCopySession(url)
    const options = { client, cluster, bucket, stream, encryption: backup, secretsKey }
    return copyBase(options).finally(() => client.end())
  })
  print(JSON.stringify(made))
}

async function release(config: Config): Promise<void> {
  const wasHeld = await withDatabaseUrl(config, (url) =>
    withLongStatements(url, (db) => transaction(db, (tx) => recordRelease(tx, commandLine))),
  )
  print(wasHeld ? 'The shop works again.' : 'The shop is not on hold.')
}

async function main([command, ...args]: string[]): Promise<void> {
  giveWay()
  const config = readCommandConfig(process.env)
  const [word] = args
  if (command === 'create') await create(config, args)
  else if (command === 'list') await list(config, args)
  else if (command === 'verify' && word) await verify(config, resolve(word))
  else if (command === 'prune') await prune(config)
  else if (command === 'restore' && word === 'release') await release(config)
  else if (command === 'restore' && word === 'latest') await restoreEmbeddedToLatest(config)
  else if (command === 'restore' && word?.startsWith(inBucket)) {
    await restoreFromBucket(config, basename(word.slice(inBucket.length)))
  } else if (command === 'base' && word) await base(config, word)
  else if (command === 'restore' && word) await restore(config, resolve(word))
  else throw usageFault(usage)
}

function exitCodeOf(error: unknown): number {
  if (error instanceof BackupFault) return error.exitCode
  if (error instanceof ClusterInUseError) return backupExitCodes.targetInUse
  const code = String((error as { code?: unknown }).code)
  const isUsage = error instanceof ConfigError || code.startsWith('ERR_PARSE_ARGS')
  return isUsage ? backupExitCodes.usage : backupExitCodes.failed
}

/** An operator reads the fault without a stack. */
await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = exitCodeOf(error)
})
