import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/backups.schema.ts'
import { type Backups, type BackupValues, backupsApi } from '#contract/backups.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import type { Mount } from '../http/mount.ts'
import { RawReply } from '../http/raw-reply.ts'
import { ShopError } from '../http/shop-error.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { readConnections } from '../settings/connections.ts'
import { readSettings } from '../settings/settings.queries.ts'
import type { Settings } from '../settings/settings.ts'
import { manualBackup, scheduledBackup } from './backup.jobs.ts'
import { isBackupRunning, readBackupFailure } from './backup.queries.ts'
import { canVerify, listBackups } from './backup-folder.ts'
import { planOf } from './backup-plan.ts'
import { wantsCopies } from './bucket/backup-bucket.ts'
import { isEncrypted } from './encryption.ts'
import { explainBackupFault } from './explain-backup-fault.ts'
import { sendDueBackup } from './scheduled-backups.ts'
import { readWalCopied } from './wal/wal-copied.ts'

interface BackupDeps {
  config: Config
  db: NodePgDatabase
  jobs: JobSender
  settings: Settings
}

/** The backups in the settings: their schedule, those that there are, one more, and a file. */
export function backupRoutes(mount: Mount, { config, db, jobs, settings }: BackupDeps): void {
  const read = () => readBackups(db, config)

  mount(backupsApi.read, schema.read, async () => ({ backups: await read() }))

  mount(backupsApi.update, schema.update, async ({ data }, { actor }) => {
    const { version } = data
    await transaction(db, async (tx) => {
      const values = await changeable(tx, config, data.values)
      await settings.update(tx, actor, { group: 'backup', version, values })
      // A shop that has none of today has one at once.
      await sendDueBackup(tx, jobs, config)
    })
    jobs.wake(scheduledBackup)
    await settings.refresh()
    return { message: '已更新設定', backups: await read() }
  })

  mount(backupsApi.create, schema.create, async (_, { actor }) => {
    requireFolder(config)
    await transaction(db, async (tx) => {
      if (await isBackupRunning(tx)) return
      await jobs.send(tx, manualBackup, {})
      await recordAudit(tx, actor, { action: 'backup.create', subject: subjectOf('backup') })
    })
    jobs.wake(manualBackup)
    return { message: '備份製作中，完成後列在這裡', backups: await read() }
  })

  mount(backupsApi.file, schema.file, async ({ params: { name } }, { actor }) => {
    const dir = requireFolder(config)
    // One of the folder's own names, and no way out of it.
    const known = (await listBackups(dir)).find((file) => file.name === name)
    if (!known) throw new ShopError('BACKUP_NOT_FOUND')
    await recordAudit(db, actor, { action: 'backup.fetch', subject: subjectOf(known.name) })
    const body = createReadStream(join(dir, known.name))
    return new RawReply({ type: 'application/octet-stream', body, fileName: known.name })
  })
}

const subjectOf = (id: string) => ({ kind: 'backup', id, title: id })

function requireFolder({ backup: { dir } }: Config): string {
  if (dir === null) throw new ShopError('BACKUP_ELSEWHERE')
  return dir
}

/** Values that the environment decides stay stored as they were. */
async function changeable(tx: Db, { backup }: Config, values: BackupValues): Promise<BackupValues> {
  const { dir, at, everyHours, keep } = backup
  if (dir === null || (at !== null && keep !== null)) throw new ShopError('SETTING_FIXED')
  const stored = (await readSettings(tx)).backup.values
  const { is_on, at: storedAt, every_hours, ...storedKeep } = stored
  return {
    ...values,
    // A client that does not know it changes nothing of it.
    every_hours: (everyHours === null && values.every_hours) || (every_hours ?? 24),
    ...(at !== null && { is_on, at: storedAt }),
    ...(keep !== null && storedKeep),
  }
}

async function readBackups(db: Db, config: Config): Promise<Backups> {
  const { backup, databaseUrl, dataDir } = config
  const stored = (await readSettings(db)).backup
  const { isOn, at, everyHours, keep } = planOf(backup, stored)
  const hasCopies = wantsCopies(config, await readConnections(db, undefined))
  const changes = hasCopies && databaseUrl === null ? await readWalCopied(dataDir) : undefined
  const files = backup.dir === null ? [] : await listBackups(backup.dir)
  const failure = await readBackupFailure(db, files[0]?.time ?? new Date(0))
  return {
    version: stored.version,
    values: {
      is_on: isOn,
      at,
      every_hours: hoursOf(everyHours),
      keep_days: keep.days,
      keep_weeks: keep.weeks,
      keep_months: keep.months,
    },
    fixed: [
      ...(backup.isDirNamed ? ['BACKUP_DIR'] : []),
      ...(backup.at === null ? [] : ['BACKUP_AT']),
      ...(backup.everyHours === null ? [] : ['BACKUP_EVERY_HOURS']),
      ...(backup.keep === null ? [] : ['BACKUP_KEEP']),
    ],
    place: backup.dir,
    is_embedded: databaseUrl === null,
    is_encrypted: isEncrypted(backup),
    can_verify: canVerify(backup),
    is_running: await isBackupRunning(db),
    failure: failure ? { at: seconds(failure.at), reason: explainBackupFault(failure.said) } : null,
    ...(hasCopies && {
      copies: { ...(databaseUrl === null && { changes_at: changes ? seconds(changes) : null }) },
    }),
    files: files.map(({ name, time, bytes, isManual, isEncrypted, verifiedAt, copiedAt }) => ({
      name,
      at: seconds(time),
      bytes,
      is_manual: isManual,
      is_encrypted: isEncrypted,
      is_verified: verifiedAt !== null,
      ...(hasCopies && { is_copied: copiedAt !== null }),
    })),
  }
}

/** The contract has one of its hours, which the environment is held to as well. */
const hoursOf = (hours: number) => hours as NonNullable<BackupValues['every_hours']>
const seconds = (time: Date) => Math.floor(time.getTime() / 1_000)
