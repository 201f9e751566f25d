import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, instant } from '../columns.ts'

/** Keys of the addresses by which others read the catalogue; they protect nothing that is not public. */
export const feedKeys = pgTable(
  'feed_keys',
  {
    id: idColumn('id').primaryKey(),
    key: text('key').notNull().unique('feed_keys_key'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** The name of the account. */
    createdBy: text('created_by').notNull(),
    usedAt: instant('used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('feed_keys_in_use').on(table.id).where(sql`revoked_at is null`)],
)
