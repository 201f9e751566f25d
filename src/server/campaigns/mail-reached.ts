import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { liveParticipationStates } from '#contract/campaign-states.ts'
import { groups, participations } from '../db/tables/groups.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { defineJob } from '../jobs/define-job.ts'
import type { JobSender, Jobs } from '../jobs/jobs.ts'
import { listMailedOrders } from '../mail/outbox.queries.ts'
import type { ClosingDeps } from './closing-deps.ts'
import { groupMailKind, queueGroupMails } from './group-mails.ts'

const mailGroup = defineJob<{ groupId: string; afterSeq: number }>({ name: 'group.mail_reached' })

const batchSize = 100

/** Everybody gets one mail, by a job: the shopper who made it so does not wait for it. */
export function mailReached(tx: Transaction, jobs: JobSender, groupId: string): Promise<void> {
  return jobs.send(tx, mailGroup, { groupId, afterSeq: 0 })
}

export function registerReachedMails(jobs: Jobs, deps: ClosingDeps): void {
  jobs.register(mailGroup, (data) => mailBatch(deps, data))
}

/** A batch that is run again mails nobody twice. */
async function mailBatch(
  deps: ClosingDeps,
  { groupId, afterSeq }: { groupId: string; afterSeq: number },
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    // Two runs of one job follow each other, and the second finds the mails of the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${groupId}, 0))`)
    const batch = await tx
      .select({ id: participations.id, seq: participations.seq, orderId: participations.orderId })
      .from(participations)
      .innerJoin(groups, eq(groups.id, participations.groupId))
      .where(
        and(
          eq(participations.groupId, groupId),
          inArray(participations.state, [...liveParticipationStates]),
          // Who joined later has seen it on the page.
          sql`${participations.joinedAt} <= ${groups.reachedAt}`,
          sql`${participations.seq} > ${afterSeq}`,
        ),
      )
      .orderBy(asc(participations.seq))
      .limit(batchSize)
    const last = batch.at(-1)
    if (!last) return
    const mailed = await listMailedOrders(tx, {
      orderIds: batch.map(({ orderId }) => orderId),
      kind: groupMailKind('reached'),
      hours: 24,
    })
    const unmailed = batch.filter(({ orderId }) => !mailed.has(orderId))
    await queueGroupMails(
      deps,
      tx,
      'reached',
      unmailed.map(({ id }) => id),
    )
    await deps.jobs.send(tx, mailGroup, { groupId, afterSeq: last.seq })
  })
}
