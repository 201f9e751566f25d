import { and, eq, sql } from 'drizzle-orm'
import { campaignDelays } from '../../db/tables/campaign-delays.ts'
import { groups } from '../../db/tables/groups.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { defineJob } from '../../jobs/define-job.ts'
import type { JobSender, Jobs } from '../../jobs/jobs.ts'
import type { ClosingDeps } from '../closing/closing-deps.ts'
import { mailNextPlaces } from '../mails/mail-batch.ts'
import { isUnsent } from './delays.queries.ts'

interface Told {
  groupId: string
  /** Which delay of the campaign. */
  n: number
  afterSeq: number
}

const mailDelay = defineJob<Told>({ name: 'group.mail_delayed' })

/** Queues a job that mails each participant whose goods have not left, once. */
export async function mailDelayed(
  tx: Transaction,
  jobs: JobSender,
  { groupId, n }: Pick<Told, 'groupId' | 'n'>,
): Promise<void> {
  await jobs.send(tx, mailDelay, { groupId, n, afterSeq: 0 })
}

export function registerDelayMails(jobs: Jobs, deps: ClosingDeps): void {
  jobs.register(mailDelay, (told) => mailBatch(deps, told))
}

/** The days come from the row of this delay: a later one may exist by now. */
export async function mailBatch(deps: ClosingDeps, told: Told): Promise<void> {
  const { groupId, n, afterSeq } = told
  await transaction(deps.db, async (tx) => {
    const [delay] = await tx
      .select({
        fromDay: campaignDelays.fromDay,
        toDay: campaignDelays.toDay,
        reason: campaignDelays.reason,
      })
      .from(campaignDelays)
      .innerJoin(groups, eq(groups.campaignId, campaignDelays.campaignId))
      .where(and(eq(groups.id, groupId), eq(campaignDelays.n, n)))
    if (!delay) throw new Error(`no delay ${n} of the group ${groupId}`)
    const mail = { kind: 'delayed', whose: sql`${isUnsent}`, detail: { ...delay, nth: n } } as const
    const last = await mailNextPlaces(deps, tx, { groupId, afterSeq, ...mail })
    if (last !== undefined) await deps.jobs.send(tx, mailDelay, { ...told, afterSeq: last })
  })
}
