import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, instant } from '../columns.ts'

/** Mails are written in the transaction of their cause and sent afterwards by a worker. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    textBody: text('text_body').notNull(),
    htmlBody: text('html_body').notNull(),
    /**
     * The Message-ID, the same for every attempt, so that a mail sent twice can be recognised. The
     * domain of the sender is added when it leaves.
     */
    messageId: text('message_id').notNull().unique(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When the sweep makes a job for it; the year 2999 while a job or a run has it. */
    nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    sentAt: instant('sent_at'),
    /** The order that it is about, and which step of it; null for every other mail. */
    orderId: idColumn('order_id'),
    kind: text('kind'),
    /** Refused for good, or refused too long. */
    givenUpAt: instant('given_up_at'),
    /** Waits until this run cannot be undone any more, and has no job until then. */
    runId: idColumn('run_id'),
    /** It waits for its turn with this priority, and has no job until then. */
    waitingPriority: integer('waiting_priority'),
    /** Why it is never sent. */
    withheld: text('withheld').$type<'receiver' | 'network' | 'superseded'>(),
    /** The hashed network, or empty, behind a mail to an address that nobody has proved; or null. */
    network: text('network'),
    /** Where a mail program ends the subscription that it is about (RFC 8058); null for all others. */
    unsubscribeUrl: text('unsubscribe_url'),
  },
  (table) => [
    check('mail_outbox_withheld', sql`${table.withheld} in ('receiver', 'network', 'superseded')`),
    index('mail_outbox_waiting')
      .on(table.waitingPriority.desc(), table.id)
      .where(sql`waiting_priority is not null`),
    index('mail_outbox_withheld_at').on(table.createdAt).where(sql`withheld is not null`),
    index('mail_outbox_by_run').on(table.runId).where(sql`run_id is not null`),
    index('mail_outbox_due')
      .on(table.nextAttemptAt)
      .where(sql`sent_at is null and given_up_at is null`),
    index('mail_outbox_by_recipient').on(table.recipient, table.createdAt),
    index('mail_outbox_by_order').on(table.orderId, table.id).where(sql`order_id is not null`),
  ],
)

/**
 * A request for a mail, until a job has looked for the account: an address stands here and not in
 * the job.
 */
export const mailRequests = pgTable(
  'mail_requests',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    content: jsonb('content').$type<object>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('mail_requests_by_age').on(table.createdAt)],
)
