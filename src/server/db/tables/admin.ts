import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { ViewedList } from '#contract/lists.ts'
import type { Role } from '#contract/permissions.ts'
import { bytes, idColumn, instant } from '../columns.ts'

export const administrators = pgTable(
  'administrators',
  {
    uid: text('uid').primaryKey(),
    username: text('username').notNull(),
    passwordHash: text('password_hash').notNull(),
    isDisabled: boolean('is_disabled').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Display name for the others; empty: the e-mail address. */
    name: text('name').notNull().default(''),
    role: text('role').$type<Role>().notNull().default('owner'),
    /** The key of the second factor, encrypted for this account; null while it is off. */
    totpSecret: bytes('totp_secret'),
    /** A key that waits for its first code; it opens nothing. */
    totpPending: bytes('totp_pending'),
    /** The last step of 30 s whose code was accepted: it and those before it are used up. */
    totpLastStep: bigint('totp_last_step', { mode: 'number' }),
    /** Whether the first steps of the shop are put away from the overview. */
    hidesOpening: boolean('hides_opening').notNull().default(false),
  },
  (table) => [
    uniqueIndex('administrators_username').on(sql`lower(username)`),
    check(
      'administrators_role',
      sql`${table.role} in ('owner', 'manager', 'packer', 'accountant', 'viewer')`,
    ),
  ],
)

/** Codes that stand for one of the second factor, hashed; each is deleted by its use. */
export const adminRecoveryCodes = pgTable(
  'admin_recovery_codes',
  {
    uid: text('uid')
      .notNull()
      .references(() => administrators.uid, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.uid, table.codeHash] })],
)

/** Codes of links that make the first administrator, hashed; all end with the first account. */
export const firstAdminCodes = pgTable('first_admin_codes', {
  codeHash: text('code_hash').primaryKey(),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
})

/** Invitations that can still be accepted, unless they have expired. */
export const staffInvitations = pgTable(
  'staff_invitations',
  {
    id: text('id').primaryKey().default(sql`gen_random_uuid()`),
    email: text('email').notNull(),
    role: text('role').$type<Role>().notNull(),
    /** SHA-256 of the code in the link. */
    codeHash: text('code_hash').notNull().unique(),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    /** The uid of the owner who sent it last; nodes of the previous release leave it null. */
    invitedBy: text('invited_by'),
  },
  (table) => [
    uniqueIndex('staff_invitations_email').on(sql`lower(email)`),
    index('staff_invitations_by_expiry').on(table.expiresAt),
    check(
      'staff_invitations_role',
      sql`${table.role} in ('owner', 'manager', 'packer', 'accountant', 'viewer')`,
    ),
  ],
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
    /** Its name for the owner; the token is never shown. */
    id: text('id').notNull().unique().default(sql`gen_random_uuid()`),
    /** The browser's own description, and an IPv4 /24 or IPv6 /48. */
    device: text('device').notNull().default(''),
    network: text('network').notNull().default(''),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    /** When the password (and the code) was proved last: at the sign-in, or later. */
    confirmedAt: instant('confirmed_at').notNull().defaultNow(),
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

/** A named view of a list, saved by an account. */
export const listViews = pgTable(
  'list_views',
  {
    id: idColumn('id').primaryKey(),
    uid: text('uid')
      .notNull()
      .references(() => administrators.uid, { onDelete: 'cascade' }),
    list: text('list').$type<ViewedList>().notNull(),
    name: text('name').notNull(),
    /** Filters and order, as they stand in the address. */
    query: text('query').notNull(),
    /** The labels of the columns; null: those of the list. */
    columns: text('columns').array(),
    isShared: boolean('is_shared').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('list_views_name').on(table.uid, table.list, table.name),
    index('list_views_by_list').on(table.list, table.id),
  ],
)

/** The columns that an account has chosen for a list; without a row, those of the list. */
export const listColumns = pgTable(
  'list_columns',
  {
    uid: text('uid')
      .notNull()
      .references(() => administrators.uid, { onDelete: 'cascade' }),
    list: text('list').$type<ViewedList>().notNull(),
    columns: text('columns').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.uid, table.list] })],
)
