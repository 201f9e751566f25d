import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { idColumn, instant } from '../columns.ts'
import { members } from './members.ts'

/** People who have added the official account, or did; by the id that LINE gives them. */
export const lineFriends = pgTable('line_friends', {
  subject: text('subject').primaryKey(),
  isFriend: boolean('is_friend').notNull(),
  /** By the clock of LINE: news of before changes nothing. */
  changedAt: instant('changed_at').notNull(),
})

/** Members who want to be told of their orders by LINE. */
export const lineAgreements = pgTable('line_agreements', {
  uid: text('uid')
    .primaryKey()
    .references(() => members.uid, { onDelete: 'cascade' }),
  agreedAt: instant('agreed_at').notNull().defaultNow(),
})

/** A step of an order that is worth a message, in the order of their worth. */
export type LineTopic = 'outcome' | 'at_store' | 'shipped'

export type LineMessageState = 'waiting' | 'sent' | 'dropped'

/** Why a message is never sent. */
export type LineDrop = 'unreachable' | 'late' | 'over_quota' | 'refused' | 'no_answer'

/** Messages to members, written in the transaction of their cause and sent afterwards by a job. */
export const lineMessages = pgTable(
  'line_messages',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    uid: text('uid')
      .notNull()
      .references(() => members.uid, { onDelete: 'cascade' }),
    orderId: idColumn('order_id').notNull(),
    topic: text('topic').$type<LineTopic>().notNull(),
    /** As LINE takes it; empty once it was sent or dropped. */
    content: jsonb('content').$type<object[]>().notNull(),
    /** LINE takes one message of a key, for a day. */
    retryKey: text('retry_key').notNull(),
    /** It waits until this run cannot be undone any more, and has no job until then. */
    runId: idColumn('run_id'),
    /** Afterwards it tells nothing that helps. */
    usefulUntil: instant('useful_until').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When it was first handed to LINE with this key. */
    triedAt: instant('tried_at'),
    state: text('state').$type<LineMessageState>().notNull().default('waiting'),
    stateSince: instant('state_since').notNull().defaultNow(),
    dropped: text('dropped').$type<LineDrop>(),
    lastError: text('last_error'),
  },
  (table) => [
    check('line_messages_topic', sql`${table.topic} in ('outcome', 'at_store', 'shipped')`),
    check('line_messages_state', sql`${table.state} in ('waiting', 'sent', 'dropped')`),
    check(
      'line_messages_dropped',
      sql`(${table.state} = 'dropped') = (${table.dropped} is not null)`,
    ),
    // At most three an order.
    uniqueIndex('line_messages_once').on(table.orderId, table.topic),
    index('line_messages_of_member').on(table.uid),
    index('line_messages_by_run').on(table.runId).where(sql`run_id is not null`),
    index('line_messages_sent').on(table.stateSince).where(sql`state = 'sent'`),
  ],
)

/** The messages of this month, as LINE last reported them; one row. */
export const lineQuota = pgTable(
  'line_quota',
  {
    id: integer('id').primaryKey().default(1),
    /** Null: no limit. */
    limit: integer('limit'),
    used: integer('used').notNull(),
    readAt: instant('read_at').notNull().defaultNow(),
  },
  (table) => [check('line_quota_one', sql`${table.id} = 1`)],
)

export type LineEventKind = 'follow' | 'unfollow' | 'command'

/** Events of the official account that are acted on, once each, by the id that LINE gives them. */
export const lineEvents = pgTable(
  'line_events',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<LineEventKind>().notNull(),
    subject: text('subject').notNull(),
    /** Of a command: which one. */
    command: text('command'),
    replyToken: text('reply_token'),
    /** By the clock of LINE. */
    at: instant('at').notNull(),
    receivedAt: instant('received_at').notNull().defaultNow(),
  },
  (table) => [
    check('line_events_kind', sql`${table.kind} in ('follow', 'unfollow', 'command')`),
    index('line_events_by_age').on(table.receivedAt),
  ],
)
