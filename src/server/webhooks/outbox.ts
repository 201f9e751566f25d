import { eq } from 'drizzle-orm'
import type { WebhookEvent } from '#contract/webhook-events.ts'
import type { Db } from '../db/connect.ts'
import { createId } from '../db/id.ts'
import { prepared } from '../db/prepared.ts'
import { webhookDeliveries, webhooks } from '../db/tables/webhooks.ts'
import { onConnection } from '../db/transaction.ts'

/** Something that has happened: ids, numbers, states and amounts; nothing of a person. */
export interface ShopEvent {
  type: WebhookEvent
  /** The order, group, campaign or variant. */
  subject: string
  data: Record<string, unknown>
}

type Listener = Pick<typeof webhooks.$inferSelect, 'id'> & { wanted: WebhookEvent[] }

/** A statement takes 65,535 values; a stocktaking tells thousands of variants to several webhooks. */
const rowsAtOnce = 5_000

const listening = prepared((db) =>
  db
    .select({ id: webhooks.id, wanted: webhooks.events })
    .from(webhooks)
    .where(eq(webhooks.isOn, true))
    .prepare('webhooks_listening'),
)

const ofTransaction = new WeakMap<Db, Promise<Listener[]>>()

/** Asked once in a transaction, however much happens in it. */
function listeners(db: Db): Promise<Listener[]> {
  if (!onConnection(db)) return listening(db).execute()
  const known = ofTransaction.get(db) ?? listening(db).execute()
  ofTransaction.set(db, known)
  return known
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
  const all = await listeners(tx)
  const told = all.filter(({ wanted }) => types.some((type) => wanted.includes(type)))
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
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await tx.insert(webhookDeliveries).values(rows.slice(from, from + rowsAtOnce))
  }
  return [...new Set(rows.map(({ webhookId }) => webhookId))]
}

export const createMessageId = () => `msg_${createId()}`
