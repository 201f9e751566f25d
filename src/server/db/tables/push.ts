import { bigint, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/**
 * Browsers by which members are told of their orders. Members of a Firebase project stand here, too,
 * so that a deleted account takes its rows along by the code and not by a reference.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    uid: text('uid').notNull(),
    /** Where the push service of the browser takes messages: whoever knows it can send nothing. */
    endpoint: text('endpoint').notNull(),
    /** The public key and the secret of the browser, in base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** Of the member when the browser last said that it is theirs: revoked sessions are told nothing. */
    sessionVersion: integer('session_version').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    seenAt: instant('seen_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('push_subscriptions_of_browser').on(table.endpoint),
    index('push_subscriptions_of_member').on(table.uid),
  ],
)
