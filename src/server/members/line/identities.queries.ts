import { and, eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { sha256 } from '../../db/sha256.ts'
import { memberIdentities, memberMailboxes } from '../../db/tables/members.ts'

export type IdentityRow = typeof memberIdentities.$inferSelect

/** The person at LINE of a member; undefined for a member without. */
export async function findLineOf(db: Db, uid: string): Promise<IdentityRow | undefined> {
  const [row] = await db
    .select()
    .from(memberIdentities)
    .where(and(eq(memberIdentities.uid, uid), eq(memberIdentities.provider, 'line')))
  return row
}

/** The id of the member who signs in as this person of LINE. */
export async function findMemberOfLine(db: Db, subject: string): Promise<string | undefined> {
  const [row] = await db
    .select({ uid: memberIdentities.uid })
    .from(memberIdentities)
    .where(and(eq(memberIdentities.provider, 'line'), eq(memberIdentities.subject, subject)))
  return row?.uid
}

/** False when the person, or the member, is tied already. */
export async function insertLine(
  db: Db,
  { uid, subject, sealedToken }: { uid: string; subject: string; sealedToken: Buffer | null },
): Promise<boolean> {
  const row = { provider: 'line' as const, subject, uid, sealedToken }
  const inserted = await db.insert(memberIdentities).values(row).onConflictDoNothing().returning()
  if (inserted.length === 0) return false
  // A new account of the same person after a deletion is the same customer.
  const mailbox = sha256(`line:${subject}`)
  await db.insert(memberMailboxes).values({ uid, mailbox }).onConflictDoNothing()
  return true
}

/** Of a sign-in that brought none the one of before stays. */
export async function setToken(db: Db, subject: string, sealed: Buffer | null): Promise<void> {
  if (sealed === null) return
  await db
    .update(memberIdentities)
    .set({ sealedToken: sealed })
    .where(and(eq(memberIdentities.provider, 'line'), eq(memberIdentities.subject, subject)))
}

/** Gives the row that was taken away. */
export async function deleteLine(db: Db, uid: string): Promise<IdentityRow | undefined> {
  const [row] = await db
    .delete(memberIdentities)
    .where(and(eq(memberIdentities.uid, uid), eq(memberIdentities.provider, 'line')))
    .returning()
  return row
}
