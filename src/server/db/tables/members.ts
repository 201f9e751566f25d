import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { JWK } from 'jose'
import { instant } from '../columns.ts'

export const members = pgTable(
  'members',
  {
    uid: text('uid').primaryKey(),
    email: text('email').notNull(),
    /** The normalised address: one mailbox, one account. */
    emailKey: text('email_key').notNull(),
    passwordHash: text('password_hash').notNull(),
    displayName: text('display_name'),
    photoUrl: text('photo_url'),
    emailVerified: boolean('email_verified').notNull().default(false),
    isDisabled: boolean('is_disabled').notNull().default(false),
    /**
     * Tokens carry the version under which they were issued; raising it revokes all older tokens.
     */
    sessionVersion: integer('session_version').notNull().default(0),
    /** When sessions were last revoked; the API of the identity provider gives it as `validSince`. */
    validSince: instant('valid_since').notNull().defaultNow(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastLoginAt: instant('last_login_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('members_email_key').on(table.emailKey)],
)

/**
 * Which accounts a mailbox has had, kept beyond their deletion: a new account of the same mailbox is
 * the same customer. The address itself stands in no row of it.
 */
export const memberMailboxes = pgTable(
  'member_mailboxes',
  {
    uid: text('uid').notNull(),
    /** SHA-256 of what `mailboxOf` gives for the account's address. */
    mailbox: text('mailbox').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.mailbox] }),
    index('member_mailboxes_by_mailbox').on(table.mailbox),
  ],
)

/** Refresh tokens are stored hashed, are valid until they are revoked, and are not rotated. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    uid: text('uid')
      .notNull()
      .references(() => members.uid, { onDelete: 'cascade' }),
    sessionVersion: integer('session_version').notNull(),
    /** When the member last proved the password in this session. */
    authTime: instant('auth_time').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
  },
  (table) => [index('refresh_tokens_by_member').on(table.uid)],
)

/** RS256 keys. A retired one still verifies until the last token that it signed has expired. */
export const signingKeys = pgTable('signing_keys', {
  kid: text('kid').primaryKey(),
  privateJwk: jsonb('private_jwk').$type<JWK>().notNull(),
  publicJwk: jsonb('public_jwk').$type<JWK>().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  retiredAt: instant('retired_at'),
})

export type ActionPurpose = 'PASSWORD_RESET' | 'VERIFY_EMAIL' | 'VERIFY_AND_CHANGE_EMAIL'

/** Codes sent by mail, stored hashed, used once. */
export const actionCodes = pgTable(
  'action_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    purpose: text('purpose').$type<ActionPurpose>().notNull(),
    uid: text('uid')
      .notNull()
      .references(() => members.uid, { onDelete: 'cascade' }),
    /** The member's address when the code was made: the code ends with a change of it. */
    email: text('email').notNull(),
    newEmail: text('new_email'),
    /** Keyed hash of the six digits of the same mail, to be typed where the member is. */
    pinHash: text('pin_hash'),
    pinTries: integer('pin_tries').notNull().default(0),
    /** Of the member when the code was made. */
    sessionVersion: integer('session_version').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    check(
      'action_codes_purpose',
      sql`${table.purpose} in ('PASSWORD_RESET', 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL')`,
    ),
    check(
      'action_codes_new_email',
      sql`(${table.purpose} = 'VERIFY_AND_CHANGE_EMAIL') = (${table.newEmail} is not null)`,
    ),
    index('action_codes_by_member').on(table.uid),
  ],
)
