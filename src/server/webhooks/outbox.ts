import { and, arrayOverlaps, eq } from 'drizzle-orm'
import type { WebhookEvent } from '#contract/webhook-events.ts'
import type { Db } from '../db/connect.ts'
import { createId } from '../db/id.ts'
import { webhookDeliveries, webhooks } from '../db/tables/webhooks.ts'

/** Something that has happened: ids, numbers, states and amounts; nothing of a person. */
export interface ShopEvent {
  type: WebhookEvent
  /** The order, group, campaign or variant. */
  subject: string
  data: Record<string, unknown>
}

/**
 * Writes events for the webhooks that want them, in the transaction of their cause; `read` is asked
 * only if there are any. A look every minute sends what was written, unless a job comes before.
 *
 * @returns the webhooks that have something to send
 */
export async function writeEvents(
  tx: Db,
  types: readonly WebhookEvent[],
  read: () => readonly ShopEvent[] | Promise<readonly ShopEvent[]>,
): Promise<string[]> {
  const { id, events: wanted, isOn } = webhooks
  const told = await tx
    .select({ id, wanted })
    .from(webhooks)
    .where(and(eq(isOn, true), arrayOverlaps(wanted, [...types])))
  if (told.length === 0) return []
  const timestamp = new Date().toISOString()
  const rows = (await read()).flatMap(({ type, subject, data }) =>
    told
      .filter((webhook) => webhook.wanted.includes(type))
      .map((webhook) => ({
        messageId: createMessageId(),
        webhookId: webhook.id,
        ...{ type, subject },
        body: JSON.stringify({ type, timestamp, data }),
      })),
  )
  if (rows.length > 0) await tx.insert(webhookDeliveries).values(rows)
  return [...new Set(rows.map(({ webhookId }) => webhookId))]
}

export const createMessageId = () => `msg_${createId()}`
