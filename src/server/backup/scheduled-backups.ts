import { spawn } from 'node:child_process'
import { sql } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { Database, Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import { defineJob } from '../jobs/define-job.ts'
import { hasUnfinishedJob } from '../jobs/jobs.queries.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import { ownProgram } from '../programs.ts'
import { listBackups } from './backup-folder.ts'
import { lateAfterMs, scheduledBackup } from './backup-schedule.ts'
import { canVerify } from './encryption.ts'
import { mailBackupAlerts } from './mail-backup-alerts.ts'

const mailAlerts = defineJob({ name: 'backup.mail-alerts' })
/** What only nodes with BACKUP_DIR run. */
export const backupJobs = [scheduledBackup, mailAlerts]
const taipeiHours = 8
const pruneMs = 10 * 60_000

interface BackupDeps {
  config: Config
  databaseUrl: string
  database: Database
  jobs: Jobs
  log: Log
}

/**
 * A backup a day by one of the nodes, verified where it can be opened, then older ones removed. It
 * runs in a process of its own, so that no answer of this one waits for it.
 */
export function registerBackups({ config, databaseUrl, database, jobs }: BackupDeps): void {
  const { dir, at } = config.backup
  if (dir === null) return
  jobs.register(scheduledBackup, async (_, { signal }) => {
    const verify = canVerify(config.backup) ? ['--verify'] : []
    const made = await run(['create', '--scheduled', ...verify], databaseUrl, signal).catch(asError)
    // Also after a failure: each attempt takes space, and one on a full disk needs some.
    const pruned = await run(['prune'], databaseUrl, AbortSignal.timeout(pruneMs)).catch(asError)
    const failure = made ?? pruned
    if (failure) throw failure
  })
  const hour = (at.hour + 24 - taipeiHours) % 24
  jobs.schedule(scheduledBackup, `${at.minute} ${hour} * * *`)
  jobs.register(mailAlerts, () => mailBackupAlerts({ config, db: database.db, jobs }))
  // Nine in the morning in Taipei.
  jobs.schedule(mailAlerts, '0 1 * * *')
}

/** After the start: a shop that was away for days does not wait until the night. */
export async function catchUpBackups(deps: BackupDeps): Promise<void> {
  const { dir } = deps.config.backup
  if (dir === null) return
  try {
    await transaction(deps.database.db, (tx) => sendLateBackup(tx, deps.jobs, dir))
  } catch (err) {
    deps.log.error({ err }, 'the late backup was not asked for')
  }
}

/** All workers and nodes start at once, and one backup is enough. */
async function sendLateBackup(tx: Db, jobs: Jobs, dir: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('late backup'))`)
  if (await hasUnfinishedJob(tx, scheduledBackup.name)) return
  const [newest] = await listBackups(dir)
  if (newest && Date.now() - newest.time.getTime() < lateAfterMs) return
  await jobs.send(tx, scheduledBackup, {})
}

const asError = (error: unknown) => error

async function run(args: string[], databaseUrl: string, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [ownProgram('backup'), ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATABASE_URL_FILE: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  let said = ''
  let failure: Error | undefined
  child.on('error', (error) => {
    failure = error
  })
  child.stderr.on('data', (text) => {
    said = `${said}${text}`.slice(-1_000)
  })
  // One that is aborted cleans up before it ends.
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (failure) throw failure
  if (code !== 0) throw new Error(`The backup command ${args[0]} ended with ${code}: ${said}`)
}
