import { and, eq, type SQLWrapper, sql } from 'drizzle-orm'
import { isEnglish } from '#contract/translate.ts'
import type { Db } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { sha256 } from '../db/sha256.ts'
import { memberMailboxes, members } from '../db/tables/members.ts'
import { mailboxOf } from '../input/email-address.ts'

export type MemberRow = typeof members.$inferSelect

const authState = prepared((db) =>
  db
    .select({
      email: members.email,
      emailVerified: members.emailVerified,
      isDisabled: members.isDisabled,
      sessionVersion: members.sessionVersion,
      hasSession: hasSession(sql.placeholder('sessionId')),
      // As text: the builder leaves the table out of columns, and `uid` would be compared with itself.
      hasIdentity: sql<boolean>`exists (select 1 from member_identities as identity where identity.uid = members.uid)`,
    })
    .from(members)
    .where(eq(members.uid, sql.placeholder('uid')))
    .prepare('member_auth_state'),
)

/** Whether the session of a token still exists; tokens of the previous version name none. */
function hasSession(sessionId: SQLWrapper | string | null) {
  return sql<boolean>`(${sessionId}::text is null or exists (select 1 from refresh_tokens as session where session.token_hash = ${sessionId}::text and session.uid = members.uid))`
}

export async function findMemberByEmail(
  db: Db,
  emailKey: string,
): Promise<(MemberRow & { email: string }) | undefined> {
  const [row] = await db.select().from(members).where(eq(members.emailKey, emailKey))
  if (!row) return undefined
  const { email } = row
  // A row with a key has its address: the table says so.
  return email === null ? undefined : { ...row, email }
}

export async function findMember(db: Db, uid: string): Promise<MemberRow | undefined> {
  const [row] = await db.select().from(members).where(eq(members.uid, uid))
  return row
}

export interface TokenOwner {
  uid: string
  /** Null: the token names no session. */
  sessionId: string | null
}

/** The state that decides whether a member's token is still valid: read on every call. */
export async function findAuthState(db: Db, { uid, sessionId }: TokenOwner) {
  const [row] = await authState(db).execute({ uid, sessionId })
  return row
}

/** Locks the row until the transaction ends: nothing else can change or delete the account. */
export async function lockMember(db: Db, uid: string): Promise<MemberRow | undefined> {
  const [row] = await db.select().from(members).where(eq(members.uid, uid)).for('update')
  return row
}

/** Undefined when the mailbox has an account already. */
export async function insertMember(
  db: Db,
  member: Pick<MemberRow, 'uid' | 'email' | 'emailKey' | 'passwordHash'> &
    Partial<Pick<MemberRow, 'displayName' | 'photoUrl'>>,
): Promise<MemberRow | undefined> {
  const [row] = await db
    .insert(members)
    .values({ ...member, language: isEnglish() ? 'en' : null })
    .onConflictDoNothing({ target: members.emailKey })
    .returning()
  if (row) await rememberMailbox(db, row)
  return row
}

/** Beyond the deletion of the account: a new one of the same mailbox is the same customer. */
async function rememberMailbox(db: Db, { uid, email }: MemberRow): Promise<void> {
  if (email === null) return
  const mailbox = sha256(mailboxOf(email))
  await db.insert(memberMailboxes).values({ uid, mailbox }).onConflictDoNothing()
}

export async function updateMember(
  db: Db,
  uid: string,
  changes: Partial<Pick<MemberRow, 'displayName' | 'photoUrl' | 'emailVerified'>>,
): Promise<MemberRow | undefined> {
  const [row] = await db.update(members).set(changes).where(eq(members.uid, uid)).returning()
  return row
}

/** The first address of an account that had none, proved by the mail that has led here. */
export async function addEmail(
  db: Db,
  uid: string,
  { email, emailKey }: { email: string; emailKey: string },
): Promise<void> {
  const changes = { email, emailKey, emailVerified: true }
  const [row] = await db.update(members).set(changes).where(eq(members.uid, uid)).returning()
  if (row) await rememberMailbox(db, row)
}

/** A change after which every token and every mailed code made before it is refused at once. */
export async function updateCredentials(
  db: Db,
  uid: string,
  changes: Partial<
    Pick<MemberRow, 'passwordHash' | 'email' | 'emailKey' | 'emailVerified' | 'isDisabled'>
  >,
): Promise<MemberRow | undefined> {
  const [row] = await db
    .update(members)
    .set({
      ...changes,
      sessionVersion: sql`${members.sessionVersion} + 1`,
      validSince: sql`now()`,
    })
    .where(eq(members.uid, uid))
    .returning()
  if (row && changes.email !== undefined) await rememberMailbox(db, row)
  return row
}

/**
 * Only if the password hash is still the one that was compared; undefined otherwise. Locks the row,
 * so that a session is opened before the next change of the account or not at all.
 */
export async function recordLogin(
  db: Db,
  compared: MemberRow & { passwordHash: string },
): Promise<MemberRow | undefined> {
  const { uid, passwordHash, sessionVersion } = compared
  const [row] = await db
    .update(members)
    .set({ lastLoginAt: sql`now()`, language: isEnglish() ? 'en' : null })
    .where(
      and(
        eq(members.uid, uid),
        eq(members.passwordHash, passwordHash),
        eq(members.sessionVersion, sessionVersion),
        eq(members.isDisabled, false),
      ),
    )
    .returning()
  return row
}

/** The caller holds the lock of the row. */
export async function recordIdentityLogin(db: Db, uid: string): Promise<void> {
  await db
    .update(members)
    .set({ lastLoginAt: sql`now()`, language: isEnglish() ? 'en' : null })
    .where(eq(members.uid, uid))
}

/** The tokens, the identities and the codes of the member go with the row. */
export async function deleteMember(db: Db, uid: string): Promise<void> {
  await db.delete(members).where(eq(members.uid, uid))
}
