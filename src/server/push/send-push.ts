import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { OrderState } from '#contract/order-states.ts'
import type { RunState } from '#contract/run-states.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import { orders } from '../db/tables/orders.ts'
import { runs } from '../db/tables/runs.ts'
import { configuredBaseUrl } from '../http/base-url.ts'
import { callOut } from '../http/call-out.ts'
import { PermanentJobError } from '../jobs/define-job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import type { Settings } from '../settings/settings.ts'
import { encryptMessage } from './encrypt-message.ts'
import { type PushData, sendPush } from './push.jobs.ts'
import { isPushService } from './push-services.ts'
import { readShopKey, signedBy } from './shop-key.ts'
import { findReceiver, forgetSubscription } from './subscriptions.queries.ts'

export interface SendPushDeps {
  config: Pick<Config, 'pushUrl' | 'publicUrl' | 'host' | 'port'>
  db: Database['db']
  settings: Pick<Settings, 'get'>
  secretBox: SecretBox
  jobs: Jobs
}

const limits = { timeoutMs: 10_000, maxBytes: 16 * 1024 }
const waitSeconds = 60
/** Four weeks: services refuse to keep a message for longer. */
const maxSeconds = 28 * 24 * 60 * 60

export function registerPush(jobs: Jobs, deps: Omit<SendPushDeps, 'jobs'>): void {
  jobs.register(sendPush, (data) => pushMessage({ ...deps, jobs }, data))
}

/** Throws while the push service gives no answer: then it is sent again, and takes its own place. */
export async function pushMessage(deps: SendPushDeps, data: PushData): Promise<void> {
  const { config, db, settings, secretBox, jobs } = deps
  const seconds = Math.floor((Date.parse(data.usefulUntil) - Date.now()) / 1_000)
  if (seconds <= 0 || settings.get().shop.on_phones !== true) return
  if (data.runId !== undefined) {
    const run = await readRun(db, data)
    if (run === 'undoable') {
      return jobs.send(db, sendPush, data, { delaySeconds: waitSeconds })
    }
    if (run === 'undone') return
  }
  const receiver = await findReceiver(db, { id: data.subscriptionId, uid: data.uid })
  const key = await readShopKey(db, secretBox)
  if (!receiver || !key || !isPushService(receiver.endpoint, config)) return
  const { endpoint } = receiver
  const { email } = settings.get().shop
  const contact = email ? `mailto:${email}` : configuredBaseUrl(config)
  const reply = await callOut(
    endpoint,
    {
      method: 'POST',
      headers: {
        Authorization: signedBy(key, { endpoint, contact }),
        'Content-Encoding': 'aes128gcm',
        'Content-Type': 'application/octet-stream',
        TTL: String(Math.min(seconds, maxSeconds)),
        Urgency: 'normal',
        // Of two that wait for the same phone the later one is enough; 32 letters at most.
        Topic: createHash('sha256').update(data.message.tag).digest('base64url').slice(0, 32),
      },
      body: new Uint8Array(encryptMessage(Buffer.from(JSON.stringify(data.message)), receiver)),
    },
    limits,
  )
  if (reply.type !== 'reply') throw new Error(`the push service gave no answer: ${reply.reason}`)
  const { status } = reply
  if (status >= 200 && status < 300) return
  // The member has taken the permission back, or the browser is gone.
  if (status === 404 || status === 410) return forgetSubscription(db, data.subscriptionId)
  if (status === 429 || status >= 500) throw new Error(`the push service is busy: ${status}`)
  throw new PermanentJobError(`the push service has refused the message: ${status}`)
}

const finalStates: RunState[] = ['done', 'cancelled', 'failed', 'undone']
/** An order that stands there was put back. */
const undoneStates: OrderState[] = ['placed', 'paid', 'preparing']

async function readRun(
  db: SendPushDeps['db'],
  { runId = '', orderId }: PushData,
): Promise<'undoable' | 'undone' | 'final'> {
  const [run] = await db
    .select({
      state: runs.state,
      isInTime: sql<boolean>`coalesce(${runs.undoUntil} > now(), false)`,
    })
    .from(runs)
    .where(eq(runs.id, runId))
  const isOpen =
    run && (!finalStates.includes(run.state) || (run.isInTime && run.state !== 'undone'))
  if (isOpen) return 'undoable'
  const [order] = await db
    .select({ state: orders.state })
    .from(orders)
    .where(eq(orders.id, orderId))
  return order && !undoneStates.includes(order.state) ? 'final' : 'undone'
}
