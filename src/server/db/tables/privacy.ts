import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, instant } from '../columns.ts'

/** The versions of the privacy policy. Append-only. */
export const policyVersions = pgTable('policy_versions', {
  version: integer('version').primaryKey(),
  /** Plain text; a line that begins with `## ` is a heading. */
  text: text('text').notNull(),
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
