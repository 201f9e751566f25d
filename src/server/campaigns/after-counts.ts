import type { Transaction } from '../db/transaction.ts'
import { sendTurn } from './closing.jobs.ts'
import type { CountOutcome } from './group-counts.ts'
import { type GroupMailDeps, queueGroupMails } from './group-mails.ts'
import { listLiveParticipations } from './participations.queries.ts'

/**
 * What follows in the transaction that changed the counts of a group: one mail to each when its
 * minimum is reached for the first time, and its decision when its last unit has closed it.
 */
export async function afterCounts(
  tx: Transaction,
  deps: GroupMailDeps,
  groupId: string,
  { state, hasReached }: CountOutcome,
): Promise<void> {
  if (hasReached) {
    const places = await listLiveParticipations(tx, groupId)
    await queueGroupMails(
      deps,
      tx,
      'reached',
      places.map(({ id }) => id),
    )
  }
  if (state === 'closing') await sendTurn(tx, deps.jobs, groupId)
}
