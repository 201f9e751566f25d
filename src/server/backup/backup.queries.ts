import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { copyBackup, manualBackup, scheduledBackup } from './backup.jobs.ts'
import type { BackupPlan } from './backup-plan.ts'

/** Whether the backup of the last time of the plan was sent: `at` in Taipei, and so many hours on. */
export async function wasSentSince(
  db: Db,
  { at, everyHours }: Pick<BackupPlan, 'at' | 'everyHours'>,
): Promise<boolean> {
  const taipei = sql`now() at time zone 'Asia/Taipei'`
  const { rowCount } = await db.execute(sql`
    select from pgboss.job where name = ${scheduledBackup.name} and created_on >=
      date_bin(make_interval(hours => ${everyHours}), ${taipei}, timestamp '2000-01-01' + ${at}::interval)
        at time zone 'Asia/Taipei' limit 1`)
  return rowCount !== 0
}

const anyBackup = [scheduledBackup.name, manualBackup.name]
const isOne = (names: readonly string[]) => sql`name = any(${sql.param(names)})`

/** Whether one is made or about to be; one that no node takes for hours is not. */
export async function isBackupRunning(db: Db): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from pgboss.job where ${isOne(anyBackup)} and state < 'completed'
      and start_after <= now() and start_after > now() - interval '4 hours' limit 1`)
  return rowCount !== 0
}

/** Whether a copy to the bucket is under way or waits. */
export async function isCopyWaiting(db: Db): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from pgboss.job where ${isOne([copyBackup.name])} and state < 'completed' limit 1`)
  return rowCount !== 0
}

/** The last attempt that failed after this moment, with what the program said. */
export async function readBackupFailure(
  db: Db,
  after: Date,
  names: readonly string[] = anyBackup,
): Promise<{ at: Date; said: string } | undefined> {
  const { rows } = await db.execute<{ at: string; said: string | null }>(sql`
    select coalesce(completed_on, started_on) as at, output ->> 'message' as said
    from pgboss.job where ${isOne(names)} and state in ('failed', 'retry')
      and coalesce(completed_on, started_on) > ${after.toISOString()}::timestamptz
    order by at desc limit 1`)
  return rows[0] && { at: new Date(rows[0].at), said: rows[0].said ?? '' }
}
