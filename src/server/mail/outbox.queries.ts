import { and, count, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { deleteInSteps } from '../db/delete-in-steps.ts'
import { mailOutbox } from '../db/tables/mail.ts'
import { shorten } from '../input/shorten.ts'

export type MailRow = typeof mailOutbox.$inferSelect

/** The newest mails, sent and waiting, without their content. */
export function listMails(
  db: Db,
  { recipient, limit = 50 }: { recipient?: string; limit?: number } = {},
) {
  const { id, recipient: to, subject, createdAt, attempts, lastError } = mailOutbox
  const { sentAt, givenUpAt } = mailOutbox
  return db
    .select({ id, recipient: to, subject, createdAt, sentAt, givenUpAt, attempts, lastError })
    .from(mailOutbox)
    .where(recipient === undefined ? undefined : eq(to, recipient))
    .orderBy(desc(id))
    .limit(limit)
}

export async function readMail(db: Db, id: number): Promise<MailRow | undefined> {
  const [row] = await db.select().from(mailOutbox).where(eq(mailOutbox.id, id))
  return row
}

/**
 * Far in the future, so that a node of the previous version, which sends the due mails of the
 * outbox, does not send mails that have a job.
 */
export const heldByJob = sql`timestamptz '2999-01-01 00:00:00Z'`

const isWaiting = sql`${mailOutbox.sentAt} is null and ${mailOutbox.givenUpAt} is null`

/**
 * Gives the mail of a job and counts the attempt; undefined once it is sent. A mail that was given
 * up is tried again: its failed job was started anew.
 */
export async function startAttempt(db: Db, id: number): Promise<MailRow | undefined> {
  const [row] = await db
    .update(mailOutbox)
    .set({ attempts: sql`${mailOutbox.attempts} + 1`, givenUpAt: null })
    .where(and(eq(mailOutbox.id, id), isNull(mailOutbox.sentAt)))
    .returning()
  return row
}

/** Mails that a node of the previous version has queued and not sent: they have no job yet. */
export async function takeMailsWithoutJob(db: Db): Promise<number[]> {
  const rows = await db
    .update(mailOutbox)
    .set({ nextAttemptAt: heldByJob })
    .where(sql`${isWaiting} and ${mailOutbox.nextAttemptAt} <= now()`)
    .returning({ id: mailOutbox.id })
  return rows.map(({ id }) => id)
}

/** The mails that wait for this run; they wait no longer. */
export async function takeMailsOfRun(db: Db, runId: string): Promise<number[]> {
  const rows = await db
    .update(mailOutbox)
    .set({ runId: null })
    .where(eq(mailOutbox.runId, runId))
    .returning({ id: mailOutbox.id })
  return rows.map(({ id }) => id)
}

/** The runs that mails wait for. */
export async function listRunsWithMails(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ runId: mailOutbox.runId })
    .from(mailOutbox)
    .where(isNotNull(mailOutbox.runId))
    .limit(100)
  return rows.flatMap(({ runId }) => runId ?? [])
}

/** What a run caused for this order and has not left yet: undone, it never does. */
export async function removeMailsOfRun(
  db: Db,
  { runId, orderId }: { runId: string; orderId: string },
): Promise<void> {
  await db
    .delete(mailOutbox)
    .where(and(eq(mailOutbox.runId, runId), eq(mailOutbox.orderId, orderId)))
}

/** The content of a sent mail is deleted: it holds codes, which are stored hashed elsewhere. */
export async function recordSent(db: Db, id: number): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ sentAt: sql`now()`, lastError: null, textBody: '', htmlBody: '' })
    .where(eq(mailOutbox.id, id))
}

export async function recordFailure(
  db: Db,
  id: number,
  failure: { error: string; isFinal: boolean },
): Promise<void> {
  await db
    .update(mailOutbox)
    .set({
      lastError: shorten(failure.error, 500),
      ...(failure.isFinal && { givenUpAt: sql`now()` }),
    })
    .where(eq(mailOutbox.id, id))
}

/** Takes the attempt back: the limit of mails in this hour was reached. */
export async function returnMail(db: Db, id: number): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ attempts: sql`${mailOutbox.attempts} - 1` })
    .where(eq(mailOutbox.id, id))
}

export async function removeOldMails(db: Db): Promise<void> {
  await deleteInSteps(db, 'mail_outbox', sql`created_at < now() - interval '30 days'`)
}

/** The mails about an order itself, newest first, without their content; not those of its group. */
export function listOrderMails(db: Db, orderId: string) {
  const { id, recipient, kind, createdAt, sentAt, givenUpAt, lastError } = mailOutbox
  return db
    .select({ id, recipient, kind, createdAt, sentAt, givenUpAt, lastError })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.orderId, orderId), sql`${kind} not like 'group%'`))
    .orderBy(desc(id))
}

/** Those of the orders that a mail of this kind was about, within so many hours. */
export async function listMailedOrders(
  db: Db,
  { orderIds, kind, hours }: { orderIds: readonly string[]; kind: string; hours: number },
): Promise<Set<string>> {
  const rows = await db
    .select({ orderId: mailOutbox.orderId })
    .from(mailOutbox)
    .where(
      and(
        inArray(mailOutbox.orderId, [...orderIds]),
        eq(mailOutbox.kind, kind),
        sql`${mailOutbox.createdAt} > now() - make_interval(hours => ${hours})`,
      ),
    )
  return new Set(rows.flatMap(({ orderId }) => orderId ?? []))
}

/** How many mails of this kind told of the order within the last hour. */
export async function countOrderMails(
  db: Db,
  { orderId, kind }: { orderId: string; kind: string },
): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(mailOutbox)
    .where(
      and(
        eq(mailOutbox.orderId, orderId),
        eq(mailOutbox.kind, kind),
        sql`${mailOutbox.createdAt} > now() - interval '1 hour'`,
      ),
    )
  return row?.n ?? 0
}
