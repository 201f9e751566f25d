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
import type { LineSignInPurpose } from '#contract/line-sign-in.ts'
import type { Language } from '#contract/translate.ts'
import { bytes, instant } from '../columns.ts'

export const members = pgTable(
  'members',
  {
    uid: text('uid').primaryKey(),
    /** Null: a member who signs in by another identity has named none. */
    email: text('email'),
    /** The normalised address: one mailbox, one account. */
    emailKey: text('email_key'),
    /** Null: the member signs in by another identity alone. */
    passwordHash: text('password_hash'),
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
    /** In which they last signed in; null: Chinese. */
    language: text('language').$type<Language>(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastLoginAt: instant('last_login_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('members_email_key').on(table.emailKey),
    check(
      'members_email_whole',
      sql`(${table.email} is null) = (${table.emailKey} is null) and (${table.email} is not null or not ${table.emailVerified})`,
    ),
  ],
)

/**
 * Accounts elsewhere by which members sign in, one of each provider a member. Such a member has no
 * address or a proved one, so that no stranger ties an identity to the address of another.
 */
export const memberIdentities = pgTable(
  'member_identities',
  {
    provider: text('provider').$type<'line'>().notNull(),
    /** The id that the provider gives the person. */
    subject: text('subject').notNull(),
    uid: text('uid')
      .notNull()
      .references(() => members.uid, { onDelete: 'cascade' }),
    /**
     * The provider's token of the last sign-in, sealed: by it the permission is given back. One that
     * a rotated key no longer opens is missed by nobody.
     */
    sealedToken: bytes('sealed_token'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    uniqueIndex('member_identities_of_member').on(table.uid, table.provider),
    check('member_identities_provider', sql`${table.provider} in ('line')`),
  ],
)

/** Sign-ins at LINE that are under way. A row leaves with the exchange of its code. */
export const lineSignIns = pgTable(
  'line_sign_ins',
  {
    /** SHA-256 of the state that LINE brings back. */
    stateHash: text('state_hash').primaryKey(),
    /** SHA-256 of the cookie of the browser that began. */
    browserHash: text('browser_hash').notNull(),
    nonce: text('nonce').notNull(),
    codeVerifier: text('code_verifier').notNull(),
    /** The path of the shop that the browser goes on to; empty: the member's page. */
    next: text('next').notNull(),
    purpose: text('purpose').$type<LineSignInPurpose>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    /** When the browser came back; once alone. */
    returnedAt: instant('returned_at'),
    /** SHA-256 of the code that the page exchanges for a session. */
    codeHash: text('code_hash'),
    subject: text('subject'),
    name: text('name'),
    picture: text('picture'),
    email: text('email'),
    sealedToken: bytes('sealed_token'),
  },
  (table) => [
    uniqueIndex('line_sign_ins_by_code').on(table.codeHash),
    index('line_sign_ins_by_end').on(table.expiresAt),
    check(
      'line_sign_ins_code',
      sql`${table.codeHash} is null or (${table.subject} is not null and ${table.returnedAt} is not null)`,
    ),
  ],
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
    /** The member's address when the code was made, empty without one: the code ends with a change of it. */
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
