import { and, count, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
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

/** Far in the future: the sweep gives no second job to a mail that has one. */
export const heldByJob = sql`timestamptz '2999-01-01 00:00:00Z'`

const isWaiting = sql`${mailOutbox.sentAt} is null and ${mailOutbox.givenUpAt} is null`

const earlierOfOrder = `exists (
  select from mail_outbox as other where other.order_id = mail_outbox.order_id
    and other.id < mail_outbox.id and other.sent_at is null and other.given_up_at is null
    and other.withheld is null and other.run_id is null)`

/** An earlier mail of the same order is still to be sent. */
const waitsForEarlier = sql.raw(earlierOfOrder)

/** Only the hourly limit holds it back, and not an earlier mail of its order. */
export const waitsForLimit = `waiting_priority is not null and not ${earlierOfOrder}`

/** The kinds of mails that one of this kind makes untrue. */
const makesUntrue: Record<string, readonly string[]> = {
  // The way to pay has been chosen since.
  placed: ['placed'],
  paid: ['placed', 'extended'],
  shipped: ['placed'],
  cancelled: ['placed', 'extended', 'paid'],
}

/**
 * Whether this mail leaves now, as the other mails of its order are. Earlier ones that it makes
 * untrue are never sent, unless one of them is being sent.
 */
export async function readTurn(
  db: Db,
  { id, kind, orderId }: Pick<MailRow, 'id' | 'kind' | 'orderId'>,
): Promise<'superseded' | 'waits' | 'due'> {
  const untrue = [...(makesUntrue[kind ?? ''] ?? [])]
  const later = Object.keys(makesUntrue).filter((one) => makesUntrue[one]?.includes(kind ?? ''))
  if (untrue.length > 0) {
    await db.execute(sql`
      update mail_outbox set withheld = 'superseded', waiting_priority = null,
        text_body = '', html_body = ''
      where order_id = ${orderId} and id < ${id} and kind = any(${sql.param(untrue)}::text[])
        and sent_at is null and given_up_at is null and withheld is null
        and (attempts = 0 or last_error is not null)`)
  }
  const { rows } = await db.execute<{ waits: boolean; is_untrue: boolean }>(sql`
    select ${waitsForEarlier} as waits, exists (
      select from mail_outbox as other where other.order_id = mail_outbox.order_id
        and other.id > mail_outbox.id and other.kind = any(${sql.param(later)}::text[])
        and other.withheld is null and other.run_id is null) as is_untrue
    from mail_outbox where id = ${id}`)
  if (rows[0]?.is_untrue) return 'superseded'
  return rows[0]?.waits ? 'waits' : 'due'
}

/** Content goes with the decision: what is never sent is not kept. */
export async function withhold(
  db: Db,
  id: number,
  withheld: NonNullable<MailRow['withheld']>,
): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ withheld, textBody: '', htmlBody: '' })
    .where(eq(mailOutbox.id, id))
}

/** Takes the attempt back: the mail has no job until its turn comes. */
export async function letWait(db: Db, id: number, priority: number): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ attempts: sql`${mailOutbox.attempts} - 1`, waitingPriority: priority })
    .where(eq(mailOutbox.id, id))
}

export interface MailTurn {
  id: number
  priority: number
}

/** The next of those that wait with one of these priorities; they wait no longer. */
export function takeWaiting(
  tx: Db,
  { priorities, limit }: { priorities: readonly number[]; limit: number },
): Promise<MailTurn[]> {
  return takeTurns(tx, sql`waiting_priority = any(${sql.param(priorities)}::int[])`, limit)
}

/** The next of an order, of which a mail has left, or never will. */
export function takeNextOfOrder(tx: Db, orderId: string): Promise<MailTurn[]> {
  return takeTurns(tx, sql`waiting_priority is not null and order_id = ${orderId}`, 1)
}

/** Networks and buyers take turns: a flood delays others by one of its mails, not by all. */
async function takeTurns(tx: Db, wanted: SQL, limit: number): Promise<MailTurn[]> {
  if (limit <= 0) return []
  const { rows } = await tx.execute<{ id: string; priority: number }>(sql`
    with waiting as (
      select mail_outbox.id, waiting_priority,
        coalesce(nullif(network, ''), customer_key, recipient) as holder
      from mail_outbox left join orders on orders.id = order_id
      where ${wanted} and not ${waitsForEarlier}
    ), turns as (
      select id, count(*) over (partition by holder) as mails, row_number() over (
        partition by holder order by waiting_priority desc, id) as turn
      from waiting
    ), next as (
      select id, waiting_priority as priority from mail_outbox join turns using (id)
      where waiting_priority is not null
      order by waiting_priority desc, turn, mails, id
      limit ${limit} for update of mail_outbox skip locked
    )
    update mail_outbox set waiting_priority = null from next where mail_outbox.id = next.id
    returning mail_outbox.id, next.priority`)
  return rows.map(({ id, priority }) => ({ id: Number(id), priority }))
}

/** How many mails wait for the hourly limit. */
export function countWaiting(db: Db): Promise<number> {
  return db.$count(mailOutbox, sql.raw(waitsForLimit))
}

/**
 * Gives the mail of a job and counts the attempt; undefined once it is sent. A mail that was given
 * up is tried again: its failed job was started anew.
 */
export async function startAttempt(db: Db, id: number): Promise<MailRow | undefined> {
  const [row] = await db
    .update(mailOutbox)
    .set({ attempts: sql`${mailOutbox.attempts} + 1`, givenUpAt: null, waitingPriority: null })
    .where(and(eq(mailOutbox.id, id), isNull(mailOutbox.sentAt), isNull(mailOutbox.withheld)))
    .returning()
  return row
}

/** Mails that a command has queued: they have no job yet. */
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

/** Deletes the waiting mails of a run for this order: undone, they never leave. */
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

export async function removeOldMails(db: Db): Promise<void> {
  await deleteInSteps(db, 'mail_outbox', sql`created_at < now() - interval '30 days'`)
}

/** The mails about an order itself, newest first, without their content; not those of its group. */
export function listOrderMails(db: Db, orderId: string) {
  const { id, recipient, kind, createdAt, sentAt, givenUpAt, lastError, withheld } = mailOutbox
  return db
    .select({ id, recipient, kind, createdAt, sentAt, givenUpAt, lastError, withheld })
    .from(mailOutbox)
    .where(
      and(
        eq(mailOutbox.orderId, orderId),
        sql`${kind} not like 'group%' and ${kind} not like 'hand_out%'`,
      ),
    )
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
