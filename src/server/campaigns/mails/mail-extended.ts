import { and, eq, sql } from 'drizzle-orm'
import { campaignExtensions } from '../../db/tables/campaigns.ts'
import { groups } from '../../db/tables/groups.ts'
import { participations } from '../../db/tables/participations.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { defineJob } from '../../jobs/define-job.ts'
import type { JobSender, Jobs } from '../../jobs/jobs.ts'
import type { ClosingDeps } from '../closing/closing-deps.ts'
import { mailNextPlaces } from './mail-batch.ts'

interface Told {
  groupId: string
  /** Which extension of the campaign. */
  n: number
  afterSeq: number
  /** The last participation at the time of the extension. */
  lastSeq: number
}

const mailExtension = defineJob<Told>({ name: 'group.mail_extended' })

/** Queues a job that mails each participant once; the group's lock is not held while it runs. */
export async function mailExtended(
  tx: Transaction,
  jobs: JobSender,
  { groupId, n }: Pick<Told, 'groupId' | 'n'>,
): Promise<void> {
  const [last] = await tx
    .select({ seq: sql<number | null>`max(${participations.seq})`.mapWith(Number) })
    .from(participations)
    .where(eq(participations.groupId, groupId))
  await jobs.send(tx, mailExtension, { groupId, n, afterSeq: 0, lastSeq: last?.seq ?? 0 })
}

export function registerExtensionMails(jobs: Jobs, deps: ClosingDeps): void {
  jobs.register(mailExtension, (data) => mailBatch(deps, data))
}

/** The times come from the row of this extension: a later one may exist by now. */
async function mailBatch(deps: ClosingDeps, told: Told): Promise<void> {
  const { groupId, n, afterSeq, lastSeq } = told
  await transaction(deps.db, async (tx) => {
    const [extension] = await tx
      .select({
        from: campaignExtensions.fromTime,
        to: campaignExtensions.toTime,
        reason: campaignExtensions.reason,
      })
      .from(campaignExtensions)
      .innerJoin(groups, eq(groups.campaignId, campaignExtensions.campaignId))
      .where(and(eq(groups.id, groupId), eq(campaignExtensions.n, n)))
    if (!extension) throw new Error(`no extension ${n} of the group ${groupId}`)
    const last = await mailNextPlaces(deps, tx, {
      groupId,
      afterSeq,
      whose: sql`${participations.seq} <= ${lastSeq}`,
      kind: 'extended',
      detail: { ...extension, nth: n },
    })
    if (last !== undefined) await deps.jobs.send(tx, mailExtension, { ...told, afterSeq: last })
  })
}
