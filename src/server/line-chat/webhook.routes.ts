import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/line-messages.schema.ts'
import { lineMessagesApi } from '#contract/line-messages.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { networksOf } from '../limits/network.ts'
import { consume, type RateLimit } from '../limits/rate-limit.ts'
import { type LineEvent, readWebhook } from '../line/line-webhook.ts'
import { lineAccount } from '../line-messages/line-account.ts'
import type { Settings } from '../settings/settings.ts'
import { workLineEvent } from './line-events.jobs.ts'
import { insertEvents } from './line-events.queries.ts'
import { toWorkedEvents } from './worked-events.ts'

interface WebhookDeps {
  config: Pick<Config, 'line' | 'identity'>
  db: NodePgDatabase
  jobs: JobSender
  settings: Pick<Settings, 'connections'>
}

/** One that is not signed may come from anybody. */
const minute: RateLimit = { name: 'line.webhook.minute', max: 60, windowSeconds: 60 }
/** A chat of several people in which the shop speaks too often is one that it is put out of. */
const groupMinute: RateLimit = { name: 'line.group.minute', max: 6, windowSeconds: 60 }

/** Takes what is signed by the account, each event once, and answers before anything is done about it. */
export function lineWebhookRoutes(mount: Mount, deps: WebhookDeps): void {
  const { config, db, jobs, settings } = deps
  mount(lineMessagesApi.webhook, schema.lineWebhook, async (_, { request }) => {
    const account = lineAccount(config, settings.connections())
    if (!account) throw new ShopError('UNKNOWN_PATH')
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const signature = request.headers['x-line-signature']
    const reading = readWebhook(body, String(signature ?? ''), account.channelSecret)
    if (reading.type === 'refused') {
      const counted = await consume(db, minute, networksOf(request.ip).subscriber)
      if (!counted.isAllowed) throw new ShopError('TOO_MANY_REQUESTS', counted)
      throw new ShopError('LINE_SIGNATURE')
    }
    const events = toWorkedEvents(await withoutNoise(db, reading.events))
    if (events.length > 0) {
      await transaction(db, async (tx) => {
        const ids = await insertEvents(tx, events)
        await jobs.sendAll(
          tx,
          workLineEvent,
          ids.map((eventId) => ({ eventId })),
        )
      })
      jobs.wake(workLineEvent)
    }
    return {}
  })
}

/** Of a chat of several people no more than are answered. */
async function withoutNoise(db: Db, events: readonly LineEvent[]): Promise<LineEvent[]> {
  const kept: LineEvent[] = []
  for (const event of events) {
    const { groupId } = event
    const isAsked = groupId === undefined || toWorkedEvents([event]).length > 0
    if (!isAsked) continue
    if (groupId !== undefined && !(await consume(db, groupMinute, groupId)).isAllowed) continue
    kept.push(event)
  }
  return kept
}
