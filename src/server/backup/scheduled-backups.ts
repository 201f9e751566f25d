import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import type { JobAttempt } from '../jobs/define-job.ts'
import type { JobSender, Jobs } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import { ownProgram } from '../programs.ts'
import {
  copyBackup,
  lookForDueBackup,
  mailAlerts,
  manualBackup,
  scheduledBackup,
} from './backup.jobs.ts'
import { isBackupRunning, isCopyWaiting, wasSentSince } from './backup.queries.ts'
import { mailBackupAlerts } from './backup-alerts.ts'
import { canVerify, listBackups, pruneBackups } from './backup-folder.ts'
import { readBackupPlan } from './backup-plan.ts'
import { readBackupBucket } from './bucket/backup-bucket.ts'
import { openBucket } from './bucket/bucket.ts'
import { copyBackups } from './bucket/copy-backups.ts'

interface Deps {
  config: Config
  db: NodePgDatabase
  databaseUrl: string
}

/** By one of the nodes, in a process of its own: no answer of this one waits for it. */
export function registerBackups(jobs: Jobs, { config, databaseUrl, db }: Deps): void {
  const { dir } = config.backup
  if (dir === null) return
  const place = { DATABASE_URL: databaseUrl, DATABASE_URL_FILE: '', BACKUP_DIR: dir }
  async function make(kind: string[], { signal }: JobAttempt): Promise<void> {
    const words = [ownProgram('backup'), 'create', ...kind]
    await promisify(execFile)(process.execPath, words, {
      env: { ...process.env, ...place },
      signal,
    })
  }
  async function prune(): Promise<void> {
    await pruneBackups(dir ?? '', (await readBackupPlan(db, config.backup)).keep)
  }
  async function copy(): Promise<void> {
    const settings = await readBackupBucket(db, config)
    if (!settings) return
    const { keep } = await readBackupPlan(db, config.backup)
    const verifies = canVerify(config.backup)
    await copyBackups(openBucket(settings), { dir: dir ?? '', keep, verifies })
  }
  /** Its own job: a bucket that is away must not make the backup a second time. */
  async function sendCopy(): Promise<void> {
    if (!(await readBackupBucket(db, config))) return
    await transaction(db, async (tx) => {
      if (!(await isCopyWaiting(tx))) await jobs.send(tx, copyBackup, {})
    })
    jobs.wake(copyBackup)
  }
  jobs.register(scheduledBackup, (_, attempt) =>
    // Also after a failure: each attempt takes space, and one on a full disk needs some.
    make(['--scheduled'], attempt).then(sendCopy).finally(prune),
  )
  const byHand = canVerify(config.backup) ? ['--verify'] : []
  jobs.register(manualBackup, (_, attempt) => make(byHand, attempt).then(sendCopy))
  jobs.register(copyBackup, copy)
  jobs.register(lookForDueBackup, async () => {
    await transaction(db, (tx) => sendDueBackup(tx, jobs, config))
    const [newest] = (await listBackups(dir)).filter(({ verifiedAt }) => verifiedAt !== null)
    if (newest && newest.copiedAt === null) await sendCopy()
  })
  jobs.schedule(lookForDueBackup, '*/10 * * * *')
  jobs.register(mailAlerts, () => mailBackupAlerts(config, db, jobs))
  // Nine in the morning in Taipei.
  jobs.schedule(mailAlerts, '0 1 * * *')
}

/** After the start: a shop that was away over the time of its backup makes it now. */
export async function catchUpBackups(
  jobs: JobSender,
  { config, db, log }: { config: Config; db: NodePgDatabase; log: Log },
): Promise<void> {
  if (config.backup.dir === null) return
  await transaction(db, async (tx) => {
    // Releases before the settings had the schedule sent the backup itself by one.
    await tx.execute(sql`delete from pgboss.schedule where name = ${scheduledBackup.name}`)
    await sendDueBackup(tx, jobs, config)
  }).catch((err: unknown) => {
    log.error({ err }, 'the late backup was not asked for')
  })
}

/** Sends the backup of the last time that the plan names, unless that was done. */
export async function sendDueBackup(
  tx: Db,
  jobs: JobSender,
  { backup }: Pick<Config, 'backup'>,
): Promise<void> {
  // All workers and nodes start at once, and one backup is enough.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('late backup'))`)
  const plan = await readBackupPlan(tx, backup)
  // Two would be in each other's way; the next look sends it.
  if (!plan.isOn || (await isBackupRunning(tx))) return
  if (!(await wasSentSince(tx, plan))) await jobs.send(tx, scheduledBackup, {})
}
