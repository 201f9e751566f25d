import { and, eq, gt, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { mailOwners } from '../admin/tell-owners.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { mailOutbox } from '../db/tables/mail.ts'
import { dataCheck } from '../db/tables/reconciliation.ts'
import { transaction } from '../db/transaction.ts'
import { alertsOfSpace, spaceOf } from '../doctor/disk-space.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { readCanMail } from '../mail/mail-server.ts'
import { mailAlerts as alertsOfMails } from '../mail/mails-that-wait.ts'
import { readConnections } from '../settings/connections.ts'
import { scheduledBackup } from './backup.jobs.ts'
import { isBackupRunning, readBackupFailure } from './backup.queries.ts'
import { ageSeconds, copyAgeSeconds, listBackups } from './backup-folder.ts'
import { readBackupPlan } from './backup-plan.ts'
import { wantsCopies } from './bucket/backup-bucket.ts'
import { areChangesLate } from './wal/wal-copied.ts'

/** A day between two backups, and a day late. */
const lateAfterMs = 48 * 60 * 60_000

/** The alerts above every screen of the back office. */
export async function readAlerts(
  db: Db,
  config: AlertConfig & Pick<Config, 'mailsPerHour'>,
): Promise<string[]> {
  const [checked] = await db.select().from(dataCheck)
  const findings = (checked?.findings ?? []).map((text) => `資料檢查異常：${text}`)
  return [...(await alertsOfNode(db, config)), ...(await alertsOfMails(db, config)), ...findings]
}

type AlertConfig = Pick<Config, 'backup' | 'dataDir' | 'databaseUrl'>

/** Of its disk, which stops database, pictures and backups when it is full, and of the backups. */
async function alertsOfNode(db: Db, config: AlertConfig): Promise<string[]> {
  const { backup, dataDir, databaseUrl } = config
  const ofSpace = await spaceOf(dataDir).then(alertsOfSpace, () => [])
  if (backup.dir === null) return ofSpace
  const isOn = (await readBackupPlan(db, backup)).isOn
  const ofBackups = isOn ? await alertsOfBackups(db, backup.dir) : []
  if (!wantsCopies(config, await readConnections(db, undefined))) return [...ofSpace, ...ofBackups]
  const age = copyAgeSeconds(await listBackups(backup.dir)) ?? Number.POSITIVE_INFINITY
  const isLate = isOn && ofBackups.length === 0 && age * 1_000 >= lateAfterMs
  const areLate = databaseUrl === null && (await areChangesLate(dataDir))
  return [
    ...ofSpace,
    ...ofBackups,
    ...(isLate ? ['異地備份異常：48 小時內沒有備份複製到異地'] : []),
    ...(areLate ? ['異地備份異常：資料庫的變更超過 15 分鐘沒有複製到異地'] : []),
  ]
}

/** A shop that has a verified backup younger than two days, and none that failed since, has none. */
async function alertsOfBackups(db: Db, dir: string): Promise<string[]> {
  const backups = await listBackups(dir)
  const age = ageSeconds(backups)
  if (age === undefined || age * 1_000 >= lateAfterMs) {
    return (await isBackupRunning(db)) ? [] : ['備份異常：48 小時內沒有可用的備份']
  }
  const verified = Math.max(0, ...backups.map(({ verifiedAt }) => verifiedAt?.getTime() ?? 0))
  const failure = await readBackupFailure(db, new Date(verified), [scheduledBackup.name])
  return failure ? ['備份異常：排程備份失敗'] : []
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
      lines: [...alerts, '原因寫在後台的「設定」→「備份」；主機上的 npm run doctor 說得更細。'],
      page: { label: '查看備份', path: '/backend/setting/backup' },
      closing: '備份恢復正常之前，這封信每天寄送一次。',
    })
  })
}
