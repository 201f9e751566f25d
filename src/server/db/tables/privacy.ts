import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, idColumn, instant } from '../columns.ts'

/** The versions of the privacy policy and of the terms, which are consented to as one. Append-only. */
export const policyVersions = pgTable('policy_versions', {
  version: integer('version').primaryKey(),
  /** HTML, or plain text in which a line that begins with `## ` is a heading. */
  text: text('text').notNull(),
  /** The terms of service, written likewise; empty: the shop has none. */
  terms: text('terms').notNull().default(''),
  /** From when on it is in force. */
  from: instant('in_force_from').notNull(),
  publishedAt: instant('published_at').notNull().defaultNow(),
})

/** Which version a member or the shopper of an order was shown. */
export const consents = pgTable(
  'consents',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    version: integer('version')
      .notNull()
      .references(() => policyVersions.version),
    memberId: text('member_id'),
    orderId: idColumn('order_id').unique('consents_order'),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [index('consents_by_member').on(table.memberId, table.id)],
)

/** Erasures and deleted accounts, as keyed hashes, for restores to repeat. Append-only. */
export const erasures = pgTable('erasures', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  hash: text('hash').notNull(),
  at: instant('at').notNull().defaultNow(),
})

/** The key of these hashes, in one row that the migration makes. */
export const erasureKeys = pgTable(
  'erasure_keys',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    key: bytes('key').notNull(),
  },
  (table) => [check('erasure_keys_one', sql`${table.isOnly}`)],
)
