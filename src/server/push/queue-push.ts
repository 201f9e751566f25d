import type { Transaction } from '../db/transaction.ts'
import { shorten } from '../input/shorten.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { readSettingGroup } from '../settings/settings.queries.ts'
import { type PushData, type PushMessage, type PushTopic, sendPush } from './push.jobs.ts'
import { listReceivers } from './subscriptions.queries.ts'

/** News of an order for the browsers of its member. */
export interface PushNews extends Omit<PushMessage, 'tag'> {
  /** The owner of the order; only members are told. */
  owner: string
  orderId: string
  topic: PushTopic
  usefulUntil: Date
  runId?: string | undefined
}

/** Characters: what a locked screen has room for. */
const most = { title: 40, body: 100 }

/**
 * Sends news to the browsers that want them, after the commit of their cause. Mail stays the record:
 * nothing depends on it.
 */
export async function queuePushNews(
  jobs: JobSender,
  tx: Transaction,
  news: readonly PushNews[],
): Promise<void> {
  const told = news.filter(({ owner }) => owner.startsWith('m:'))
  if (told.length === 0 || !(await isOnPhones(tx))) return
  const uids = [...new Set(told.map(({ owner }) => owner.slice(2)))]
  const receivers = Map.groupBy(await listReceivers(tx, uids), ({ uid }) => `m:${uid}`)
  const data = told.flatMap(({ owner, orderId, topic, usefulUntil, runId, ...words }) =>
    (receivers.get(owner) ?? []).map(({ id, uid }): PushData => {
      const message = {
        ...words,
        title: shorten(words.title, most.title),
        body: shorten(words.body, most.body),
        tag: `${topic} ${orderId}`,
      }
      return {
        ...{ subscriptionId: id, uid, orderId, topic, message },
        usefulUntil: usefulUntil.toISOString(),
        ...(runId !== undefined && { runId }),
      }
    }),
  )
  await jobs.sendAll(tx, sendPush, data)
}

/** Whether the shop is offered on phones, as it is committed. */
export async function isOnPhones(tx: Transaction): Promise<boolean> {
  return (await readSettingGroup(tx, 'shop')).on_phones === true
}
