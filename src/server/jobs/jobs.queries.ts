import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'

export interface FailedJob {
  id: string
  name: string
  attempts: number
  error: string | null
  createdAt: Date
  failedAt: Date
}

/** Jobs that are not tried again, the newest failure first; without their data. */
export async function listFailedJobs(db: Db, limit = 50): Promise<FailedJob[]> {
  const { rows } = await db.execute<{ [key in keyof FailedJob]: FailedJob[key] }>(sql`
    select id, name, retry_count + 1 as attempts, output ->> 'message' as error,
      created_on as "createdAt", completed_on as "failedAt"
    from pgboss.job
    where state = 'failed'
    order by completed_on desc, id
    limit ${limit}`)
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    failedAt: new Date(row.failedAt),
  }))
}
