import { constants, setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readCommandConfig } from '../config.ts'
import { withDatabaseUrl } from '../db/with-database-url.ts'
import { findSecretsKey } from '../secrets/secrets-key.ts'
import { createPictureStore } from '../uploads/picture-store.ts'
import { BackupFault } from './backup-fault.ts'
import {
  backupName,
  backupsToPrune,
  listBackups,
  markVerified,
  removeBackup,
} from './backup-folder.ts'
import { print, runCommand } from './command.ts'
import { createBackup } from './create-backup.ts'
import { isEncrypted } from './encryption.ts'
import { verifyBackup } from './verify-backup.ts'
import { removeLeftovers } from './verify-folder.ts'

const usage = `Usage: npm run backup -- <command>

  create [--to FILE] [--recipient age1...] [--without-pictures] [--verify]
                one backup, by default into BACKUP_DIR under the time in UTC
  list          the backups of BACKUP_DIR
  verify FILE   restores into a temporary place and compares the books
  prune         removes what BACKUP_KEEP does not keep, and those by hand after 30 days`

const usageFault = () => new BackupFault(usage, { exitCode: 'usage' })

function folderOf({ backup }: Config): string {
  if (backup.dir) return backup.dir
  throw new BackupFault('BACKUP_DIR is not set; --to FILE names one file.', { exitCode: 'usage' })
}

async function create(config: Config, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      to: { type: 'string' },
      recipient: { type: 'string' },
      'without-pictures': { type: 'boolean' },
      verify: { type: 'boolean' },
      scheduled: { type: 'boolean' },
    },
  })
  await removeLeftovers(config.dataDir)
  const { recipient = config.backup.recipient } = values
  const encryption = { recipient, passphrase: recipient ? null : config.backup.passphrase }
  const isManual = !values.scheduled
  const name = backupName(new Date(), { isEncrypted: isEncrypted(encryption), isManual })
  const file = values.to ? resolve(values.to) : join(folderOf(config), name)
  const pictures = values['without-pictures'] ? null : createPictureStore(config)
  const manifest = await withDatabaseUrl(config, (url) =>
    createBackup({ url, file, encryption, pictures, secretsKey: findSecretsKey(config) }),
  )
  print(`${file}: ${Object.keys(manifest.books.tables).length} tables, as of ${manifest.time}`)
  for (const missing of manifest.missingPictures) print(`The picture ${missing} is not there.`)
  if (!manifest.hasPictures) print('It holds no pictures.')
  if (!isEncrypted(encryption)) {
    print('It is not encrypted: whoever reads it reads the shop. It does not hold SECRETS_KEY.')
  }
  if (values.verify) await verify(config, file)
}

async function list(config: Config): Promise<void> {
  for (const backup of await listBackups(folderOf(config))) {
    const { name, time, release, bytes, verifiedAt } = backup
    const size = `${(bytes / 1_000_000).toFixed(1)} MB`
    const state = verifiedAt ? `verified ${verifiedAt.toISOString()}` : 'not verified'
    const kind = backup.isEncrypted ? 'encrypted' : 'not encrypted'
    print([name, time.toISOString(), release, size, kind, state].join('\t'))
  }
}

async function verify({ backup, dataDir }: Config, file: string): Promise<void> {
  const { manifest, jobs } = await verifyBackup({ file, keys: backup, dataDir })
  await markVerified(file)
  print(`${file}: the books of ${manifest.time} are equal once restored; ${jobs} jobs wait`)
  if (!manifest.hasPictures) print('It holds no pictures.')
}

async function prune(config: Config): Promise<void> {
  const folder = folderOf(config)
  for (const { name } of backupsToPrune(await listBackups(folder), config.backup.keep)) {
    await removeBackup(folder, name)
    print(`removed ${name}`)
  }
}

async function main(): Promise<void> {
  // The shop beside it comes first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const [command, ...args] = process.argv.slice(2)
  const config = readCommandConfig(process.env)
  const [file] = args
  if (command === 'create') await create(config, args)
  else if (command === 'list') await list(config)
  else if (command === 'verify' && file) await verify(config, resolve(file))
  else if (command === 'prune') await prune(config)
  else throw usageFault()
}

await runCommand(main)
