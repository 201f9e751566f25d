import type { Transaction } from '../db/transaction.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { sendTurn } from './closing/closing.jobs.ts'
import type { CountOutcome } from './group-counts.ts'
import { mailReached } from './mails/mail-reached.ts'

/**
 * Follow-ups in the transaction that changed the counts of a group: one mail to each when its
 * minimum is reached for the first time, and its decision when its last unit has closed it.
 */
export async function afterCounts(
  tx: Transaction,
  jobs: JobSender,
  groupId: string,
  { state, hasReached }: CountOutcome,
): Promise<void> {
  if (hasReached) await mailReached(tx, jobs, groupId)
  if (state === 'closing') await sendTurn(tx, jobs, groupId)
}
