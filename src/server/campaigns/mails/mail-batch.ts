import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { liveParticipationStates } from '#contract/campaign-states.ts'
import { groups } from '../../db/tables/groups.ts'
import { participations } from '../../db/tables/participations.ts'
import type { Transaction } from '../../db/transaction.ts'
import { listMailedOrders } from '../../mail/outbox.queries.ts'
import {
  type GroupMailDeps,
  type GroupMailDetail,
  type GroupMailKind,
  groupMailKind,
  queueGroupMails,
} from './group-mails.ts'

const batchSize = 100

export interface MailBatch {
  groupId: string
  /** The last participation of the batch before; 0 for the first one. */
  afterSeq: number
  /** Which of the live places are meant. */
  whose: SQL
  kind: GroupMailKind
  detail?: GroupMailDetail
}

/**
 * One mail for each of the next live places of a group; gives the last of them, undefined when there
 * is none. A batch that is run again mails nobody twice.
 */
export async function mailNextPlaces(
  deps: GroupMailDeps,
  tx: Transaction,
  { groupId, afterSeq, whose, kind, detail = {} }: MailBatch,
): Promise<number | undefined> {
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
        whose,
        sql`${participations.seq} > ${afterSeq}`,
      ),
    )
    .orderBy(asc(participations.seq))
    .limit(batchSize)
  const mailed = await listMailedOrders(tx, {
    orderIds: batch.map(({ orderId }) => orderId),
    kind: groupMailKind(kind, detail),
    hours: 24,
  })
  const unmailed = batch.filter(({ orderId }) => !mailed.has(orderId))
  await queueGroupMails(
    deps,
    tx,
    kind,
    unmailed.map(({ id }) => id),
    detail,
  )
  return batch.at(-1)?.seq
}
