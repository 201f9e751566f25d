import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { members } from '../db/tables/members.ts'

export type MemberRow = typeof members.$inferSelect

const memberByKey = prepared((db) =>
  db
    .select()
    .from(members)
    .where(eq(members.emailKey, sql.placeholder('emailKey')))
    .prepare('member_by_email'),
)
const memberById = prepared((db) =>
  db
    .select()
    .from(members)
    .where(eq(members.uid, sql.placeholder('uid')))
    .prepare('member_by_uid'),
)
const standing = prepared((db) =>
  db
    .select({
      email: members.email,
      isDisabled: members.isDisabled,
      sessionVersion: members.sessionVersion,
    })
    .from(members)
    .where(eq(members.uid, sql.placeholder('uid')))
    .prepare('member_standing'),
)

export async function findMemberByEmail(db: Db, emailKey: string): Promise<MemberRow | undefined> {
  const [row] = await memberByKey(db).execute({ emailKey })
  return row
}

export async function findMember(db: Db, uid: string): Promise<MemberRow | undefined> {
  const [row] = await memberById(db).execute({ uid })
  return row
}

/** What decides whether a member's token still holds: asked on every call. */
export async function findStanding(db: Db, uid: string) {
  const [row] = await standing(db).execute({ uid })
  return row
}

/** Undefined when the mailbox has an account already. */
export async function insertMember(
  db: Db,
  member: Pick<MemberRow, 'uid' | 'email' | 'emailKey' | 'passwordHash'>,
): Promise<MemberRow | undefined> {
  const [row] = await db
    .insert(members)
    .values(member)
    .onConflictDoNothing({ target: members.emailKey })
    .returning()
  return row
}

export async function updateMember(
  db: Db,
  uid: string,
  changes: Partial<Pick<MemberRow, 'displayName' | 'photoUrl' | 'emailVerified'>>,
): Promise<MemberRow | undefined> {
  const [row] = await db.update(members).set(changes).where(eq(members.uid, uid)).returning()
  return row
}

/** A change after which every token made before it is refused at once. */
export async function updateCredentials(
  db: Db,
  uid: string,
  changes: Partial<Pick<MemberRow, 'passwordHash' | 'email' | 'emailKey' | 'emailVerified'>>,
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
  return row
}

export async function recordLogin(db: Db, uid: string): Promise<void> {
  await db.update(members).set({ lastLoginAt: sql`now()` }).where(eq(members.uid, uid))
}

/** The tokens and the codes of the member go with the row. */
export async function deleteMember(db: Db, uid: string): Promise<boolean> {
  const rows = await db.delete(members).where(eq(members.uid, uid)).returning({ uid: members.uid })
  return rows.length > 0
}
