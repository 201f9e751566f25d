import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { webhookDeliveries, webhooks } from '../db/tables/webhooks.ts'

export type WebhookRow = typeof webhooks.$inferSelect
export type DeliveryRow = typeof webhookDeliveries.$inferSelect

export interface ListedWebhook {
  webhook: WebhookRow
  /** Events that are not delivered yet. */
  waiting: number
}

const ofWebhook = (id: string) => eq(webhooks.id, id)
const isWaiting = eq(webhookDeliveries.state, 'waiting')

const listed = {
  webhook: webhooks,
  // By name: of a selection from one table, columns come without theirs.
  waiting: sql<number>`(select count(*)::int from webhook_deliveries as delivery
    where delivery.webhook_id = webhooks.id and delivery.state = 'waiting')`,
}

export function listWebhooks(db: Db): Promise<ListedWebhook[]> {
  return db.select(listed).from(webhooks).orderBy(desc(webhooks.createdAt), asc(webhooks.id))
}

export async function findWebhook(db: Db, id: string): Promise<ListedWebhook | undefined> {
  const [found] = await db.select(listed).from(webhooks).where(ofWebhook(id))
  return found
}

export async function lockWebhook(tx: Db, id: string): Promise<WebhookRow | undefined> {
  const [row] = await tx.select().from(webhooks).where(ofWebhook(id)).for('update')
  return row
}

export function countWebhooks(db: Db): Promise<number> {
  return db.$count(webhooks)
}

export async function insertWebhook(db: Db, row: typeof webhooks.$inferInsert): Promise<void> {
  await db.insert(webhooks).values(row)
}

export async function updateWebhook(
  db: Db,
  id: string,
  change: Partial<Pick<WebhookRow, 'url' | 'events' | 'isOn'>>,
): Promise<void> {
  await db.update(webhooks).set(change).where(ofWebhook(id))
}

/** After a success or a change: the next attempt comes at once, and the week begins anew. */
export async function forgetFailures(db: Db, id: string): Promise<void> {
  await db
    .update(webhooks)
    .set({ failures: 0, failingSince: null, retryAt: null, offAt: null })
    .where(ofWebhook(id))
}

export async function deleteWebhook(db: Db, id: string): Promise<void> {
  await db.delete(webhooks).where(ofWebhook(id))
  await db.delete(webhookDeliveries).where(eq(webhookDeliveries.webhookId, id))
}

export async function listDeliveries(
  db: Db,
  webhookId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const where = eq(webhookDeliveries.webhookId, webhookId)
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(webhookDeliveries)
      .where(where)
      .orderBy(desc(webhookDeliveries.id))
      .limit(page.limit)
      .offset(page.offset),
    db.$count(webhookDeliveries, where),
  ])
  return { rows, total }
}

export async function insertDelivery(
  db: Db,
  row: typeof webhookDeliveries.$inferInsert,
): Promise<DeliveryRow> {
  const [inserted] = await db.insert(webhookDeliveries).values(row).returning()
  if (!inserted) throw new Error('the delivery was not written')
  return inserted
}

/** Sets deliveries to be sent now: the named one whatever became of it, or all that wait; gives how many. */
export async function hurry(db: Db, webhookId: string, messageId?: string): Promise<number> {
  const { rowCount } = await db
    .update(webhookDeliveries)
    .set({ state: 'waiting', nextAt: null })
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        messageId === undefined ? isWaiting : eq(webhookDeliveries.messageId, messageId),
      ),
    )
  return rowCount ?? 0
}
