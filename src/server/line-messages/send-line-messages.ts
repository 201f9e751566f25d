import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import type { JobAttempt } from '../jobs/define-job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { LineMessage, LineMessaging } from '../line/line-messaging.ts'
import type { Settings } from '../settings/settings.ts'
import { hasLineAccount, lineAccount, messagingOf } from './line-account.ts'
import { sendLineMessage } from './line-messages.jobs.ts'
import {
  findWaiting,
  type LineMessageRow,
  markDropped,
  markSent,
  markTried,
  renewKey,
} from './line-outbox.queries.ts'
import { isKeptBack, readQuota, readSecondsOfMonth, renewQuota, writeQuota } from './quota.ts'
import { findReceiver } from './receivers.queries.ts'

export interface SendLineDeps {
  config: Pick<Config, 'line' | 'identity'>
  db: Database['db']
  settings: Pick<Settings, 'connections'>
  jobs: Jobs
}

/** Sends what the outbox holds, once each. While the account is off, messages wait. */
export function registerLineMessages(jobs: Jobs, deps: Omit<SendLineDeps, 'jobs'>): void {
  const { config, settings } = deps
  jobs.register(
    sendLineMessage,
    (data, attempt) => sendMessage({ ...deps, jobs }, data.messageId, attempt),
    { isWorked: () => hasLineAccount(config, settings.connections()) },
  )
}

/** Throws while LINE gives no answer: then it is called again with the same key, for which it sends once. */
export async function sendMessage(
  deps: SendLineDeps,
  messageId: number,
  { isLast }: Pick<JobAttempt, 'isLast'>,
): Promise<void> {
  const { config, db, settings } = deps
  const account = lineAccount(config, settings.connections())
  if (!account) throw new Error('the secrets of the official account do not open')
  const message = await findWaiting(db, messageId)
  if (!message) return
  // Whether an earlier call has arrived cannot be found out any more.
  if (message.isKeyOld) return markDropped(db, messageId, 'no_answer')
  if (message.isLate) return markDropped(db, messageId, 'late')
  const receiver = await findReceiver(db, message.uid)
  if (receiver === undefined) return markDropped(db, messageId, 'unreachable')
  const client = messagingOf(config, account)
  // One that may have arrived goes on with its key.
  const isNew = message.triedAt === null
  if (isNew && isKeptBack(message.topic, await renewQuota(db, client))) {
    return putOff(deps, message)
  }
  await markTried(db, messageId)
  const result = await client.push(receiver, message.content as LineMessage[], message.retryKey)
  switch (result.type) {
    case 'accepted':
      return markSent(db, messageId)
    case 'over_quota':
      await noteUsedUp(deps, client)
      return putOff(deps, message)
    case 'refused':
      // Of the token, not of the message: the owner has to mend it, and messages wait.
      if (result.status === 401 || result.status === 403) break
      return markDropped(db, messageId, 'refused', result.reason)
  }
  const reason = 'reason' in result ? result.reason : result.type
  if (isLast) return markDropped(db, messageId, 'no_answer', reason)
  throw new Error(`LINE has not taken the message: ${reason}`)
}

/** Until the next month, if the message still helps then. */
async function putOff(
  { db, jobs }: SendLineDeps,
  { id, usefulUntil }: LineMessageRow,
): Promise<void> {
  const seconds = await readSecondsOfMonth(db)
  if (usefulUntil.getTime() < Date.now() + seconds * 1_000) {
    return markDropped(db, id, 'over_quota')
  }
  await renewKey(db, id)
  await jobs.send(db, sendLineMessage, { messageId: id }, { delaySeconds: seconds + 60 })
}

async function noteUsedUp({ db }: SendLineDeps, client: LineMessaging): Promise<void> {
  const answer = await client.quota()
  if (answer.type === 'quota') return writeQuota(db, answer)
  const known = await readQuota(db)
  if (known && known.limit !== null) await writeQuota(db, { limit: known.limit, used: known.limit })
}
