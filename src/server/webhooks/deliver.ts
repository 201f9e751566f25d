import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { mailOwners } from '../admin/tell-owners.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import type { JobSender, Jobs } from '../jobs/jobs.ts'
import { readCanMail } from '../mail/mail-server.ts'
import { webhookOwner } from '../secrets/kept-secrets.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { type Attempt, postEvent } from './post-event.ts'
import {
  claimWebhook,
  endTurn,
  findNext,
  goOn,
  listDueWebhooks,
  noteAttempt,
  noteFailure,
  switchOff,
} from './turns.queries.ts'
import { deliverWebhook, lookForEvents } from './webhooks.jobs.ts'
import { type DeliveryRow, forgetFailures, type WebhookRow } from './webhooks.queries.ts'

export interface DeliverDeps {
  config: Config
  db: NodePgDatabase
  jobs: JobSender
  secretBox: SecretBox
}

/** A turn ends in time for its job. */
const turnMs = 25_000
const goneStatus = 410
const minute = 60
const hour = 60 * minute

/** The seconds after each failure, as Standard Webhooks proposes; the last one repeats. */
const waits = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour]
const waitAfter = (failures: number) => waits[Math.min(failures, waits.length) - 1] ?? 0

export function registerWebhooks(jobs: Jobs, deps: Omit<DeliverDeps, 'jobs'>): void {
  jobs.register(deliverWebhook, ({ webhookId }) => takeTurn({ ...deps, jobs }, webhookId))
  jobs.register(lookForEvents, async () => {
    const due = await listDueWebhooks(deps.db)
    await jobs.sendAll(
      deps.db,
      deliverWebhook,
      due.map((webhookId) => ({ webhookId })),
    )
  })
  jobs.schedule(lookForEvents, '* * * * *')
}

/** Sends what waits, one after the other, until nothing is due, one fails, or the time is up. */
export async function takeTurn(deps: DeliverDeps, webhookId: string): Promise<void> {
  const { db, jobs } = deps
  const endsAt = Date.now() + turnMs
  let webhook = await claimWebhook(db, webhookId)
  while (webhook) {
    const event = await findNext(db, webhookId)
    if (!event) return endTurn(db, webhook)
    const attempt = await attemptEvent(deps, webhook, event)
    if (!attempt.isTaken) return noteRefusal(deps, webhook, event, attempt)
    await noteSuccess(deps, webhook, event, attempt)
    if (Date.now() > endsAt) {
      await endTurn(db, webhook)
      return jobs.send(db, deliverWebhook, { webhookId })
    }
    webhook = await goOn(db, webhook)
  }
}

/** Sends one event now, whatever waits. */
export async function attemptEvent(
  { config, secretBox }: Pick<DeliverDeps, 'config' | 'secretBox'>,
  webhook: WebhookRow,
  event: DeliveryRow,
): Promise<Attempt> {
  const secret = secretBox.open(webhook.secret, webhookOwner(webhook.id))
  if (!secret) return { isTaken: false, error: '密鑰無法讀取，請刪除後重新建立', milliseconds: 0 }
  return postEvent({ url: webhook.url, secret }, event, config.webhooks)
}

async function noteSuccess(
  { db }: DeliverDeps,
  webhook: WebhookRow,
  event: DeliveryRow,
  attempt: Attempt,
): Promise<void> {
  await transaction(db, async (tx) => {
    // The webhook before its deliveries, as every other change locks them.
    if (webhook.failingSince) await forgetFailures(tx, webhook.id)
    await noteAttempt(tx, event.id, attempt, { state: 'delivered' })
  })
}

function noteRefusal(
  deps: DeliverDeps,
  webhook: WebhookRow,
  event: DeliveryRow,
  attempt: Attempt,
): Promise<void> {
  const { db, jobs } = deps
  return transaction(db, async (tx) => {
    const wait = waitAfter(webhook.failures + 1)
    const noted = await noteFailure(tx, webhook, wait)
    // The process that has taken the webhook on sends the event, too.
    if (!noted) return
    const waitSeconds = waitAfter(event.attempts + 1)
    await noteAttempt(tx, event.id, attempt, { state: 'waiting', waitSeconds })
    if (!noted.isOn) return
    const isGone = attempt.status === goneStatus
    if (isGone || noted.isLastOfWeek) {
      await switchOff(tx, webhook.id)
      return tellOwnersOff(deps, tx, webhook, attempt)
    }
    await jobs.send(tx, deliverWebhook, { webhookId: webhook.id }, { delaySeconds: wait })
  })
}

async function tellOwnersOff(
  { config, jobs }: DeliverDeps,
  tx: Db,
  { url }: WebhookRow,
  { status, error }: Attempt,
): Promise<void> {
  if (!(await readCanMail(tx, config))) return
  const answer = status === undefined ? (error ?? '') : `HTTP ${status}`
  const cause =
    status === goneStatus
      ? '對方表示這個網址不再接收通知'
      : `過去七天的通知都沒有送達，最後一次的結果是「${answer}」`
  await mailOwners(tx, config, jobs, {
    kind: 'webhook_off',
    subject: '一個 Webhook 已停用',
    lines: [
      `${url}`,
      `${cause}，商店已停用這個 Webhook。`,
      '尚未送達的通知會保留 30 天，重新啟用後繼續送出；停用期間發生的事不會補送。',
    ],
    page: { label: '查看 Webhook', path: '/backend/setting/connect' },
    closing: '請與管理這個網址的人確認後，再重新啟用。',
  })
}
