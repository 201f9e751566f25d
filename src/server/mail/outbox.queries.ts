import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { mailOutbox } from '../db/tables/mail.ts'

export type MailRow = typeof mailOutbox.$inferSelect

/** The newest mails, sent and waiting, without what they say. */
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

/** Takes the most urgent mail that waits longest, and lends it out: it comes back if nobody reports on it. */
export async function takeDueMail(db: Db, leaseSeconds: number): Promise<MailRow | undefined> {
  const due = db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(
      sql`${mailOutbox.sentAt} is null and ${mailOutbox.givenUpAt} is null and ${mailOutbox.nextAttemptAt} <= now()`,
    )
    .orderBy(desc(mailOutbox.priority), mailOutbox.nextAttemptAt)
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await db
    .update(mailOutbox)
    .set({
      attempts: sql`${mailOutbox.attempts} + 1`,
      nextAttemptAt: sql`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where(eq(mailOutbox.id, due))
    .returning()
  return row
}

/** A mail that has arrived is emptied: the codes in it are kept hashed elsewhere. */
export async function recordSent(db: Db, id: number): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ sentAt: sql`now()`, lastError: null, textBody: '', htmlBody: '' })
    .where(eq(mailOutbox.id, id))
}

export async function recordFailure(
  db: Db,
  id: number,
  failure: { error: string; retryAfterSeconds: number | null },
): Promise<void> {
  const { error, retryAfterSeconds } = failure
  const next =
    retryAfterSeconds === null
      ? { givenUpAt: sql`now()` }
      : { nextAttemptAt: sql`now() + make_interval(secs => ${retryAfterSeconds})` }
  await db
    .update(mailOutbox)
    .set({ lastError: error.slice(0, 500), ...next })
    .where(and(eq(mailOutbox.id, id)))
}

/** Puts a mail back as it was before it was taken. */
export async function returnMail(db: Db, id: number, waitSeconds: number): Promise<void> {
  await db
    .update(mailOutbox)
    .set({
      attempts: sql`${mailOutbox.attempts} - 1`,
      nextAttemptAt: sql`now() + make_interval(secs => ${waitSeconds})`,
    })
    .where(eq(mailOutbox.id, id))
}

export async function removeOldMails(db: Db): Promise<void> {
  await db.delete(mailOutbox).where(sql`${mailOutbox.createdAt} < now() - interval '30 days'`)
}
