import { sql } from 'drizzle-orm'
import { check, pgTable, text } from 'drizzle-orm/pg-core'
import type { Permission } from '#contract/permissions.ts'
import { idColumn, instant } from '../columns.ts'

/** Keys of programs that call the back office; one that is revoked is deleted. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: idColumn('id').primaryKey(),
    name: text('name').notNull(),
    /** SHA-256 of the key, which nobody can read again. */
    keyHash: text('key_hash').notNull().unique(),
    /** The first characters of the key, by which people tell it from others. */
    prefix: text('prefix').notNull(),
    permissions: text('permissions').array().$type<Permission[]>().notNull(),
    /** The name of then of the owner who made it. */
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Null: it has no end. */
    endsAt: instant('ends_at'),
    /** To the minute. */
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [check('api_keys_permissions', sql`cardinality(${table.permissions}) > 0`)],
)
