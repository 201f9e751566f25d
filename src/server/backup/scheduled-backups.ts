import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { mailOwners } from '../admin/tell-owners.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { mailOutbox } from '../db/tables/mail.ts'
import { dataCheck } from '../db/tables/reconciliation.ts'
import { transaction } from '../db/transaction.ts'
import { alertsOfSpace, spaceOf } from '../doctor/disk-space.ts'
import { defineJob } from '../jobs/define-job.ts'
import { hasUnfinishedJob } from '../jobs/jobs.queries.ts'
import type { JobSender, Jobs } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import { readCanMail } from '../mail/mail-server.ts'
import { mailAlerts as alertsOfMails } from '../mail/mails-that-wait.ts'
import { ownProgram } from '../programs.ts'
import { ageSeconds, listBackups } from './backup-folder.ts'

export const scheduledBackup = defineJob({
  name: 'backup.create',
  retryWaits: [10 * 60, 60 * 60],
  timeoutSeconds: 4 * 60 * 60,
})
const mailAlerts = defineJob({ name: 'backup.mail-alerts' })
/** Jobs of nodes with BACKUP_DIR only. */
export const backupJobs = [scheduledBackup, mailAlerts]

/** A day between two backups, and a day late. */
const lateAfterMs = 48 * 60 * 60_000
const taipeiHours = 8

/** A backup a day by one of the nodes, in a process of its own: no answer of this one waits for it. */
export function registerBackups(
  jobs: Jobs,
  { config, databaseUrl, db }: { config: Config; databaseUrl: string; db: NodePgDatabase },
): void {
  const { dir, at } = config.backup
  if (dir === null) return
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATABASE_URL_FILE: '' }
  jobs.register(scheduledBackup, async (_, { signal }) => {
    const words = [ownProgram('backup'), 'create', '--scheduled']
    await promisify(execFile)(process.execPath, words, { env, signal })
  })
  const hour = (at.hour + 24 - taipeiHours) % 24
  jobs.schedule(scheduledBackup, `${at.minute} ${hour} * * *`)
  jobs.register(mailAlerts, () => mailBackupAlerts(config, db, jobs))
  // Nine in the morning in Taipei.
  jobs.schedule(mailAlerts, '0 1 * * *')
}

/** After the start: a shop that was away for days does not wait until the night. */
export async function catchUpBackups(
  jobs: Jobs,
  { config, db, log }: { config: Config; db: NodePgDatabase; log: Log },
): Promise<void> {
  const { dir } = config.backup
  if (dir === null) return
  const sendLate = async (tx: Db) => {
    // All workers and nodes start at once, and one backup is enough.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('late backup'))`)
    if (await hasUnfinishedJob(tx, scheduledBackup.name)) return
    const [newest] = await listBackups(dir)
    if (newest && Date.now() - newest.time.getTime() < lateAfterMs) return
    await jobs.send(tx, scheduledBackup, {})
  }
  await transaction(db, sendLate).catch((err: unknown) => {
    log.error({ err }, 'the late backup was not asked for')
  })
}

/** The alerts above every screen of the back office. */
export async function readAlerts(
  db: Db,
  config: Pick<Config, 'backup' | 'dataDir' | 'mailsPerHour'>,
): Promise<string[]> {
  const [checked] = await db.select().from(dataCheck)
  const findings = (checked?.findings ?? []).map((text) => `資料檢查異常：${text}`)
  return [...(await alertsOfNode(db, config)), ...(await alertsOfMails(db, config)), ...findings]
}

/** Of its disk, which stops database, pictures and backups when it is full, and of the backups. */
async function alertsOfNode(
  db: Db,
  { backup, dataDir }: Pick<Config, 'backup' | 'dataDir'>,
): Promise<string[]> {
  const ofSpace = await spaceOf(dataDir).then(alertsOfSpace, () => [])
  return backup.dir === null ? ofSpace : [...ofSpace, ...(await alertsOfBackups(db, backup.dir))]
}

/** A shop that has a verified backup younger than two days, and none that failed since, has none. */
async function alertsOfBackups(db: Db, dir: string): Promise<string[]> {
  const backups = await listBackups(dir)
  const age = ageSeconds(backups)
  if (age === undefined || age * 1_000 >= lateAfterMs) return ['備份異常：48 小時內沒有可用的備份']
  const verified = Math.max(0, ...backups.map(({ verifiedAt }) => verifiedAt?.getTime() ?? 0))
  const { rowCount } = await db.execute(sql`
    select from pgboss.job where name = ${scheduledBackup.name} and state in ('failed', 'retry')
      and coalesce(completed_on, started_on) > ${new Date(verified).toISOString()}::timestamptz
      limit 1`)
  return rowCount ? ['備份異常：排程備份失敗'] : []
}

const kind = 'backup_alert'

/** Tells each owner what is wrong with the backups; a shop whose backups are well sends nothing. */
export async function mailBackupAlerts(
  config: Config,
  db: NodePgDatabase,
  jobs: JobSender | null,
): Promise<void> {
  const alerts = await alertsOfNode(db, config)
  if (alerts.length === 0 || !(await readCanMail(db, config))) return
  await transaction(db, async (tx) => {
    // A job that was cut off after it committed runs again.
    const isRecent = gt(mailOutbox.createdAt, sql`now() - interval '12 hours'`)
    if ((await tx.$count(mailOutbox, and(eq(mailOutbox.kind, kind), isRecent))) > 0) return
    await mailOwners(tx, config, jobs, {
      kind,
      subject: '備份異常',
      lines: [...alerts, '請在主機上執行 npm run doctor 查看原因，並確認備份資料夾的空間。'],
      page: { label: '前往後台', path: '/backend' },
      closing: '備份恢復正常之前，這封信每天寄送一次。',
    })
  })
}
