import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { stepRows } from '../db/delete-in-steps.ts'
import type { JobDefinition } from './define-job.ts'

export interface FailedJob {
  id: string
  name: string
  /** The ids that the job is about. */
  data: Record<string, unknown>
  attempts: number
  error: string | null
  createdAt: Date
  failedAt: Date
}

interface FailedJobPage {
  /** Of one kind of jobs; all kinds without it. */
  name?: string | undefined
  limit?: number
  offset?: number
}

const isFailed = (name: string | undefined): SQL =>
  name ? sql`state = 'failed' and name = ${name}` : sql`state = 'failed'`

/** Jobs that are not tried again, the last failure first. */
export async function listFailedJobs(
  db: Db,
  { name, limit = 50, offset = 0 }: FailedJobPage = {},
): Promise<FailedJob[]> {
  const { rows } = await db.execute<{ [key in keyof FailedJob]: FailedJob[key] }>(sql`
    select id, name, coalesce(data, '{}') as data, retry_count + 1 as attempts,
      output ->> 'message' as error, created_on as "createdAt", completed_on as "failedAt"
    from pgboss.job
    where ${isFailed(name)}
    order by completed_on desc, id
    limit ${limit} offset ${offset}`)
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    failedAt: new Date(row.failedAt),
  }))
}

/** Subject of a job whose data name only a part of it. */
export interface WholeOfJob {
  orderId: string | null
  campaignId: string | null
}

/** The orders of refunds, attempts, mails and places, and the campaigns of groups, by job. */
export async function findWholes(db: Db, ids: readonly string[]): Promise<Map<string, WholeOfJob>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{
    id: string
    orderId: string | null
    campaignId: string | null
  }>(sql`
    select job.id, coalesce(refunds.order_id, payments.order_id, mail_outbox.order_id,
        participations.order_id) as "orderId", groups.campaign_id as "campaignId"
    from pgboss.job as job
    left join refunds on refunds.id = job.data ->> 'refundId'
    left join payments on payments.id = job.data ->> 'attemptId'
    left join mail_outbox on mail_outbox.id = case
      when job.data ->> 'mailId' ~ '^[0-9]{1,15}$' then (job.data ->> 'mailId')::bigint end
    left join participations on participations.id = job.data ->> 'participationId'
    left join groups on groups.id = job.data ->> 'groupId'
    where job.id = any(${sql.param([...ids])}::uuid[])`)
  return new Map(rows.map(({ id, ...whole }) => [id, whole]))
}

export async function countFailedJobs(db: Db, name?: string): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from pgboss.job where ${isFailed(name)}`,
  )
  return rows[0]?.total ?? 0
}

/** Undefined when there is no such job. The row is locked until the end of the transaction. */
export async function lockJob(
  db: Db,
  id: string,
): Promise<{ id: string; name: string; state: string } | undefined> {
  const { rows } = await db.execute<{ id: string; name: string; state: string }>(
    sql`select id, name, state::text as state from pgboss.job where id::text = ${id} for update`,
  )
  return rows[0]
}

/** Done jobs are kept for a week, as evidence; the queue itself removes the failed ones later. */
export async function deleteDoneJobs(db: Db): Promise<void> {
  // Not `deleteInSteps`: the table is partitioned.
  for (let deleted = stepRows; deleted === stepRows; ) {
    const { rowCount } = await db.execute(sql`
      delete from pgboss.job where (name, id) in (
        select name, id from pgboss.job
        where state in ('completed', 'cancelled') and completed_on < now() - interval '7 days'
        limit ${stepRows})`)
    deleted = rowCount ?? 0
  }
}

/**
 * Takes back the schedules of these kinds, which the same nodes run, with the jobs that wait. Only
 * when none was worked for a day: another node may have the configuration, and be away for a while.
 */
export async function removeUnworkedSchedules(
  db: Db,
  definitions: readonly JobDefinition[],
): Promise<void> {
  const isOne = sql`name = any(${sql.param(definitions.map(({ name }) => name))})`
  const isUnworked = sql`exists (select from pgboss.job where ${isOne}
      and state < 'active' and start_after < now() - interval '1 day')
    and not exists (select from pgboss.job where ${isOne}
      and (state = 'active' or completed_on > now() - interval '1 day'))`
  await db.execute(sql`
    with taken_back as (delete from pgboss.schedule where ${isOne} and ${isUnworked})
    delete from pgboss.job where ${isOne} and state < 'active' and ${isUnworked}`)
}

/**
 * Subjects of waiting or running jobs of this kind that are due within so many minutes: the values
 * of one key of their data.
 */
export async function listQueued(
  db: Db,
  name: string,
  { key, withinMinutes = 1 }: { key: string; withinMinutes?: number },
): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct data ->> ${key} as id from pgboss.job
    where name = ${name} and state < 'completed' and start_after < now() + ${withinMinutes} * interval '1 minute'`)
  return new Set(rows.map(({ id }) => id))
}
