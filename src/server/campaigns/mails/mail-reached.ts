import { sql } from 'drizzle-orm'
import { groups } from '../../db/tables/groups.ts'
import { participations } from '../../db/tables/participations.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { defineJob } from '../../jobs/define-job.ts'
import type { JobSender, Jobs } from '../../jobs/jobs.ts'
import type { ClosingDeps } from '../closing/closing-deps.ts'
import { mailNextPlaces } from './mail-batch.ts'

const mailGroup = defineJob<{ groupId: string; afterSeq: number }>({ name: 'group.mail_reached' })

/** Everybody gets one mail, by a job: the shopper who made it so does not wait for it. */
export function mailReached(tx: Transaction, jobs: JobSender, groupId: string): Promise<void> {
  return jobs.send(tx, mailGroup, { groupId, afterSeq: 0 })
}

export function registerReachedMails(jobs: Jobs, deps: ClosingDeps): void {
  jobs.register(mailGroup, (data) => mailBatch(deps, data))
}

async function mailBatch(
  deps: ClosingDeps,
  { groupId, afterSeq }: { groupId: string; afterSeq: number },
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    // Later participants saw on the page that the minimum was reached; after the decision everybody
    // is told the outcome.
    const whose = sql`${participations.joinedAt} <= ${groups.reachedAt} and ${groups.outcome} is null`
    const last = await mailNextPlaces(deps, tx, { groupId, afterSeq, whose, kind: 'reached' })
    if (last !== undefined) await deps.jobs.send(tx, mailGroup, { groupId, afterSeq: last })
  })
}
