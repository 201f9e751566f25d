import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

export const administrators = pgTable(
  'administrators',
  {
    uid: text('uid').primaryKey(),
    username: text('username').notNull(),
    passwordHash: text('password_hash').notNull(),
    isDisabled: boolean('is_disabled').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  () => [uniqueIndex('administrators_username').on(sql`lower(username)`)],
)

/** Tokens are opaque and stored hashed; a session ends by logout, expiry, or with its password. */
export const adminSessions = pgTable(
  'admin_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    uid: text('uid')
      .notNull()
      .references(() => administrators.uid, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('admin_sessions_by_administrator').on(table.uid),
    index('admin_sessions_by_expiry').on(table.expiresAt),
  ],
)

/** Reset codes, hashed. An administrator has one: that of the newest mail. */
export const adminResetCodes = pgTable(
  'admin_reset_codes',
  {
    uid: text('uid')
      .primaryKey()
      .references(() => administrators.uid, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull().unique(),
    /** SHA-256 of the password hash when the code was made: the code ends with a change of it. */
    passwordDigest: text('password_digest').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('admin_reset_codes_by_expiry').on(table.expiresAt)],
)

/**
 * The networks from which an administrator has signed in: guesses from elsewhere do not block
 * these.
 */
export const administratorNetworks = pgTable(
  'administrator_networks',
  {
    uid: text('uid')
      .notNull()
      .references(() => administrators.uid, { onDelete: 'cascade' }),
    /** IP addresses are stored hashed. */
    networkHash: text('network_hash').notNull(),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.uid, table.networkHash] })],
)
