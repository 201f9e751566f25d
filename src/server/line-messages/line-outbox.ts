import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import type { LineTopic } from '../db/tables/line.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { readHasLineAccount } from './line-account.ts'
import { type Card, toMessage } from './line-card.ts'
import { sendLineMessage } from './line-messages.jobs.ts'
import { insertMessages, takeMessagesOfRun } from './line-outbox.queries.ts'
import { listReachable } from './receivers.queries.ts'

export interface LineOutboxDeps {
  config: Pick<Config, 'line' | 'identity'>
  jobs: JobSender
}

/** News of an order for its shopper. */
export interface LineNews extends Card {
  /** The owner of the order; only members are told. */
  owner: string
  orderId: string
  topic: LineTopic
  usefulUntil: Date
  /** It waits until this run cannot be undone any more. */
  runId?: string | undefined
}

/**
 * Puts messages to those who want them into the outbox, with their jobs, in the transaction of their
 * cause. A shop without an official account queues none. Mail stays the record: nothing depends on it.
 */
export async function queueLineNews(
  { config, jobs }: LineOutboxDeps,
  tx: Db,
  news: readonly LineNews[],
): Promise<void> {
  if (news.length === 0 || !(await readHasLineAccount(tx, config))) return
  const told = news.flatMap((one) => (one.owner.startsWith('m:') ? [one] : []))
  const reachable = await listReachable(
    tx,
    told.map(({ owner }) => owner.slice(2)),
  )
  const messages = told
    .map(({ owner, orderId, topic, usefulUntil, runId, ...card }) => ({
      uid: owner.slice(2),
      ...{ orderId, topic, usefulUntil, runId },
      content: [toMessage(card)],
    }))
    .filter(({ uid }) => reachable.has(uid))
  if (messages.length === 0) return
  const ids = await insertMessages(tx, messages)
  await send(jobs, tx, ids)
}

/** Sends what waited for the end of a run, in the transaction that makes it final. */
export async function releaseLineNewsOfRun(jobs: JobSender, tx: Db, runId: string): Promise<void> {
  await send(jobs, tx, await takeMessagesOfRun(tx, runId))
}

function send(jobs: JobSender, tx: Db, ids: readonly number[]): Promise<void> {
  return jobs.sendAll(
    tx,
    sendLineMessage,
    ids.map((messageId) => ({ messageId })),
  )
}
