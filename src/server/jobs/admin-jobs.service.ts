import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { recordAudit } from '../audit/audit.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { lockJob } from './jobs.queries.ts'
import type { FailedJobs } from './jobs.ts'

/** Runs a failed job again, as soon as a node looks for jobs. */
export async function retryJob(
  { db, jobs }: { db: NodePgDatabase; jobs: FailedJobs },
  id: string,
  actor: StaffActor,
): Promise<void> {
  const job = await transaction(db, async (tx) => {
    const failed = await lockFailedJob(tx, id)
    await jobs.retry(tx, failed)
    await recordAudit(tx, actor, { action: 'job.retry', subject: subjectOf(failed) })
    return failed
  })
  jobs.wake(job)
}

/** Gives a failed job up: it is never run again. */
export async function endJob(
  { db, jobs }: { db: NodePgDatabase; jobs: FailedJobs },
  id: string,
  actor: StaffActor,
): Promise<void> {
  await transaction(db, async (tx) => {
    const failed = await lockFailedJob(tx, id)
    await jobs.remove(tx, failed)
    await recordAudit(tx, actor, { action: 'job.end', subject: subjectOf(failed) })
  })
}

async function lockFailedJob(tx: Transaction, id: string) {
  const job = await lockJob(tx, id)
  if (!job) throw new ShopError('JOB_NOT_FOUND')
  if (job.state !== 'failed') throw new ShopError('JOB_NOT_FAILED')
  return job
}

function subjectOf({ id, name }: { id: string; name: string }) {
  return { kind: 'job', id, title: name }
}
