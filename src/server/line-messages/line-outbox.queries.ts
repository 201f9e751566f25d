import { randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { type LineDrop, lineMessages } from '../db/tables/line.ts'
import { shorten } from '../input/shorten.ts'

export type LineMessageRow = typeof lineMessages.$inferSelect

/** The ids of those that may be sent now. An order has one message of a topic, whatever comes again. */
export async function insertMessages(
  db: Db,
  messages: readonly Omit<typeof lineMessages.$inferInsert, 'retryKey'>[],
): Promise<number[]> {
  const rows = await db
    .insert(lineMessages)
    .values(messages.map((message) => ({ ...message, retryKey: randomUUID() })))
    .onConflictDoNothing({ target: [lineMessages.orderId, lineMessages.topic] })
    .returning({ id: lineMessages.id, runId: lineMessages.runId })
  return rows.flatMap(({ id, runId }) => (runId === null ? [id] : []))
}

/** With whether its time, or that of its key, is over. */
export async function findWaiting(
  db: Db,
  id: number,
): Promise<(LineMessageRow & { isLate: boolean; isKeyOld: boolean }) | undefined> {
  const [row] = await db
    .select({
      message: lineMessages,
      isLate: sql<boolean>`${lineMessages.usefulUntil} < now()`,
      isKeyOld: sql<boolean>`coalesce(${lineMessages.triedAt} < now() - interval '23 hours', false)`,
    })
    .from(lineMessages)
    .where(
      and(eq(lineMessages.id, id), eq(lineMessages.state, 'waiting'), isNull(lineMessages.runId)),
    )
  return row && { ...row.message, isLate: row.isLate, isKeyOld: row.isKeyOld }
}

export async function markTried(db: Db, id: number): Promise<void> {
  await db
    .update(lineMessages)
    .set({ triedAt: sql`coalesce(${lineMessages.triedAt}, now())` })
    .where(eq(lineMessages.id, id))
}

/** LINE has taken none of it: later it goes with another key. */
export async function renewKey(db: Db, id: number): Promise<void> {
  await db
    .update(lineMessages)
    .set({ retryKey: randomUUID(), triedAt: null })
    .where(eq(lineMessages.id, id))
}

/** Its text stands in the mail, too, and is not kept here. */
const over = { content: [], stateSince: sql`now()` }

export async function markSent(db: Db, id: number): Promise<void> {
  await db
    .update(lineMessages)
    .set({ ...over, state: 'sent', lastError: null })
    .where(eq(lineMessages.id, id))
}

export async function markDropped(
  db: Db,
  id: number,
  dropped: LineDrop,
  error?: string,
): Promise<void> {
  await db
    .update(lineMessages)
    .set({
      ...over,
      state: 'dropped',
      dropped,
      ...(error !== undefined && { lastError: shorten(error, 300) }),
    })
    .where(eq(lineMessages.id, id))
}

/** The messages that wait for this run; they wait no longer. */
export async function takeMessagesOfRun(db: Db, runId: string): Promise<number[]> {
  const rows = await db
    .update(lineMessages)
    .set({ runId: null })
    .where(eq(lineMessages.runId, runId))
    .returning({ id: lineMessages.id })
  return rows.map(({ id }) => id)
}

/** Deletes the waiting messages of a run for this order: undone, they never leave. */
export async function removeMessagesOfRun(
  db: Db,
  { runId, orderId }: { runId: string; orderId: string },
): Promise<void> {
  await db
    .delete(lineMessages)
    .where(and(eq(lineMessages.runId, runId), eq(lineMessages.orderId, orderId)))
}
