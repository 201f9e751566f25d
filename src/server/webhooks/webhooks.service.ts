import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Static } from 'typebox'
import type * as schema from '#contract/webhooks.schema.ts'
import { changedFields, recordAudit } from '../audit/audit.ts'
import { createId } from '../db/id.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { webhookOwner } from '../secrets/kept-secrets.ts'
import { attemptEvent, type DeliverDeps } from './deliver.ts'
import { createMessageId } from './outbox.ts'
import { secretText } from './sign.ts'
import { noteAttempt } from './turns.queries.ts'
import { readWebhookUrl } from './webhook-url.ts'
import { deliverWebhook } from './webhooks.jobs.ts'
import {
  countWebhooks,
  type DeliveryRow,
  deleteWebhook,
  findWebhook,
  forgetFailures,
  hurry,
  insertDelivery,
  insertWebhook,
  lockWebhook,
  updateWebhook,
  type WebhookRow,
} from './webhooks.queries.ts'

const maxWebhooks = 20
/** Twice the least that Standard Webhooks asks for is too much for nobody. */
const secretBytes = 32

const subjectOf = ({ id, url }: Pick<WebhookRow, 'id' | 'url'>) => ({
  kind: 'webhook',
  id,
  title: url,
})

/** Gives the secret as people copy it, which nobody can read again. */
export async function createWebhook(
  { config, db, secretBox }: DeliverDeps,
  actor: StaffActor,
  { url: typed, events }: Static<typeof schema.create.data>,
): Promise<{ id: string; secret: string }> {
  const url = await readWebhookUrl(typed, config.webhooks)
  const secret = randomBytes(secretBytes)
  const id = createId()
  await transaction(db, async (tx) => {
    // Of two at once the second sees the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('webhooks'))`)
    if ((await countWebhooks(tx)) >= maxWebhooks) throw new ShopError('WEBHOOK_LIMIT')
    await insertWebhook(tx, { id, url, events, secret: secretBox.seal(secret, webhookOwner(id)) })
    const subject = subjectOf({ id, url })
    await recordAudit(tx, actor, { action: 'webhook.create', subject, after: { url, events } })
  })
  return { id, secret: secretText(secret) }
}

/** Switched on again, what waits is sent at once. */
export async function changeWebhook(
  { config, db, jobs }: DeliverDeps,
  actor: StaffActor,
  id: string,
  input: Static<typeof schema.update.data>,
): Promise<void> {
  const { url: typed, events, is_on: isOn } = input
  const url = typed === undefined ? undefined : await readWebhookUrl(typed, config.webhooks)
  await changeLocked(db, id, async (tx, known) => {
    const { before, after, isChanged } = changedFields(known, {
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events }),
      ...(isOn !== undefined && { isOn }),
    })
    if (!isChanged) return
    await updateWebhook(tx, id, after)
    // One that is off goes on saying that the shop has switched it off.
    const mayBegin = after.isOn ?? (known.isOn && after.url !== undefined)
    if (mayBegin) {
      await forgetFailures(tx, id)
      await jobs.send(tx, deliverWebhook, { webhookId: id })
    }
    const subject = subjectOf(known)
    await recordAudit(tx, actor, { action: 'webhook.update', subject, before, after })
  })
}

export function removeWebhook(
  { db }: Pick<DeliverDeps, 'db'>,
  actor: StaffActor,
  id: string,
): Promise<void> {
  return changeLocked(db, id, async (tx, known) => {
    await deleteWebhook(tx, id)
    const { url, events } = known
    const before = { url, events }
    await recordAudit(tx, actor, { action: 'webhook.remove', subject: subjectOf(known), before })
  })
}

/** Sends a trial at once, also to a webhook that is off; it is not tried again. */
export async function testWebhook(
  deps: DeliverDeps,
  actor: StaffActor,
  id: string,
): Promise<DeliveryRow> {
  const { db } = deps
  const found = await findWebhook(db, id)
  if (!found) throw new ShopError('WEBHOOK_NOT_FOUND')
  const { webhook } = found
  const messageId = createMessageId()
  const type = 'webhook.test' as const
  const timestamp = new Date().toISOString()
  const body = JSON.stringify({ type, timestamp, data: { webhook_id: id } })
  const written = await transaction(db, async (tx) => {
    await recordAudit(tx, actor, { action: 'webhook.test', subject: subjectOf(webhook) })
    const row = { messageId, webhookId: id, type, subject: messageId, body }
    // No turn takes it.
    return insertDelivery(tx, { ...row, state: 'failed' })
  })
  const attempt = await attemptEvent(deps, webhook, written)
  const state = attempt.isTaken ? 'delivered' : 'failed'
  return (await noteAttempt(db, written.id, attempt, { state })) ?? written
}

/** Gives how many are sent again. */
export function resendEvents(
  { db, jobs }: DeliverDeps,
  actor: StaffActor,
  id: string,
  messageId: string | undefined,
): Promise<number> {
  return changeLocked(db, id, async (tx, known) => {
    const count = await hurry(tx, id, messageId)
    if (messageId !== undefined && count === 0) throw new ShopError('WEBHOOK_DELIVERY_NOT_FOUND')
    await forgetFailuresOf(tx, known)
    await jobs.send(tx, deliverWebhook, { webhookId: id })
    const after = messageId === undefined ? { count } : { delivery: messageId }
    await recordAudit(tx, actor, { action: 'webhook.resend', subject: subjectOf(known), after })
    return count
  })
}

/** One that the shop has switched off stays off, and says so. */
async function forgetFailuresOf(tx: Transaction, { id, isOn }: WebhookRow): Promise<void> {
  if (isOn) await forgetFailures(tx, id)
}

function changeLocked<T>(
  db: DeliverDeps['db'],
  id: string,
  change: (tx: Transaction, known: WebhookRow) => Promise<T>,
): Promise<T> {
  return transaction(db, async (tx) => {
    const known = await lockWebhook(tx, id)
    if (!known) throw new ShopError('WEBHOOK_NOT_FOUND')
    return change(tx, known)
  })
}
