import { sql } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { type DiskSpace, judgeSpace, spaceOf } from '../doctor/disk-space.ts'
import { listBackups } from './backup-folder.ts'
import { lateAfterMs, scheduledBackup } from './backup-schedule.ts'

/** Seconds since the newest backup that was verified; undefined: there is none. */
export async function backupAgeSeconds(dir: string): Promise<number | undefined> {
  return ageOf(await listBackups(dir))
}

function ageOf(backups: Awaited<ReturnType<typeof listBackups>>): number | undefined {
  const verified = backups.find(({ verifiedAt }) => verifiedAt !== null)
  return verified && Math.round((Date.now() - verified.time.getTime()) / 1_000)
}

/** Of this node: a full disk stops its database, its pictures and its backups. */
export async function spaceAlerts({ dataDir }: Pick<Config, 'dataDir'>): Promise<string[]> {
  const space = await spaceOf(dataDir).catch(() => undefined)
  return space ? alertsOf(space) : []
}

export function alertsOf(space: DiskSpace): string[] {
  if (judgeSpace(space).state !== 'fault') return []
  return [`主機空間不足：資料夾所在的磁碟只剩 ${(space.free / 1e9).toFixed(1)} GB，請儘快清出空間`]
}

/** A shop that has a verified backup younger than two days, and none that failed since, has none. */
export async function backupAlerts(db: Db, { backup }: Pick<Config, 'backup'>): Promise<string[]> {
  if (backup.dir === null) return []
  const backups = await listBackups(backup.dir)
  const verified = Math.max(0, ...backups.map(({ verifiedAt }) => verifiedAt?.getTime() ?? 0))
  const age = ageOf(backups)
  if (age === undefined || age * 1_000 >= lateAfterMs) return ['備份異常：48 小時內沒有可用的備份']
  return (await hasFailedSince(db, new Date(verified))) ? ['備份異常：排程備份失敗'] : []
}

/** Whether a scheduled backup failed, at any attempt, after that time. */
async function hasFailedSince(db: Db, since: Date): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from pgboss.job where name = ${scheduledBackup.name} and state in ('failed', 'retry')
      and coalesce(completed_on, started_on) > ${since.toISOString()}::timestamptz limit 1`)
  return rowCount !== null && rowCount > 0
}
