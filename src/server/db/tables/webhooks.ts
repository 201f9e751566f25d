import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { WebhookEvent } from '#contract/webhook-events.ts'
import { bytes, idColumn, instant } from '../columns.ts'

/** Addresses that are told of what happens in the shop. */
export const webhooks = pgTable('webhooks', {
  id: idColumn('id').primaryKey(),
  url: text('url').notNull(),
  events: text('events').array().$type<WebhookEvent[]>().notNull(),
  /** The key of its signatures, encrypted; empty: a restore could not open it. */
  secret: bytes('secret').notNull(),
  isOn: boolean('is_on').notNull().default(true),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** Failures since the last success, which are also what the next wait goes by. */
  failures: integer('failures').notNull().default(0),
  failingSince: instant('failing_since'),
  /** Nothing is sent before. */
  retryAt: instant('retry_at'),
  /** When the shop switched it off by itself; null: it did not. */
  offAt: instant('off_at'),
  /** A process works on it until then, and no other does. */
  workedUntil: instant('worked_until'),
})

type DeliveryState = 'waiting' | 'delivered' | 'failed'

/**
 * Events for webhooks, written in the transaction of their cause and sent afterwards by a job. No
 * reference to the webhook: its deletion must not fail an order that is just being placed.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    /** By which a receiver knows an event that comes again. */
    messageId: text('message_id').notNull().unique(),
    webhookId: idColumn('webhook_id').notNull(),
    type: text('type').$type<WebhookEvent | 'webhook.test'>().notNull(),
    /** The order, group, campaign or variant; its events arrive in their order. */
    subject: text('subject').notNull(),
    /** As it is sent and signed. */
    body: text('body').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** `failed`: a trial, which is sent once. */
    state: text('state').$type<DeliveryState>().notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** Not before. */
    nextAt: instant('next_at'),
    triedAt: instant('tried_at'),
    /** Of the last attempt: the status of the answer, its first characters, or why there is none. */
    status: integer('status'),
    answer: text('answer'),
    error: text('error'),
    milliseconds: integer('milliseconds'),
  },
  (table) => [
    check('webhook_deliveries_state', sql`${table.state} in ('waiting', 'delivered', 'failed')`),
    index('webhook_deliveries_of_webhook').on(table.webhookId, table.id),
    // The next one to send, and whether one of its subject comes before.
    index('webhook_deliveries_next')
      .on(table.webhookId, table.attempts, table.id)
      .where(sql`state = 'waiting'`),
    index('webhook_deliveries_in_order')
      .on(table.webhookId, table.subject, table.id)
      .where(sql`state = 'waiting'`),
    index('webhook_deliveries_by_age').on(table.createdAt),
  ],
)
