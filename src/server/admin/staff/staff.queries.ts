import { and, asc, count, desc, eq, gt, max, sql } from 'drizzle-orm'
import type { Role } from '#contract/permissions.ts'
import type { Db } from '../../db/connect.ts'
import { sha256 } from '../../db/sha256.ts'
import { administrators, adminSessions, staffInvitations } from '../../db/tables/admin.ts'
import type { Administrator } from '../admin.queries.ts'

export type InvitationRow = typeof staffInvitations.$inferSelect

export async function listStaff(db: Db, page: { limit: number; offset: number }) {
  const lastUse = db
    .select({ uid: adminSessions.uid, at: max(adminSessions.lastUsedAt).as('at') })
    .from(adminSessions)
    .groupBy(adminSessions.uid)
    .as('last_use')
  const [rows, [counted]] = await Promise.all([
    db
      .select({ administrator: administrators, lastUsedAt: lastUse.at })
      .from(administrators)
      .leftJoin(lastUse, eq(lastUse.uid, administrators.uid))
      .orderBy(asc(administrators.createdAt), asc(administrators.uid))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(administrators),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/**
 * The enabled owners, locked in one order until the end of the transaction: of two changes that
 * would each leave one owner, the second sees what the first did.
 */
export function lockOwners(tx: Db): Promise<Administrator[]> {
  return tx
    .select()
    .from(administrators)
    .where(and(eq(administrators.role, 'owner'), eq(administrators.isDisabled, false)))
    .orderBy(asc(administrators.uid))
    .for('update')
}

/** Of the enabled owners; they sign in by their e-mail address. */
export async function listOwnerAddresses(db: Db): Promise<string[]> {
  const rows = await db
    .select({ username: administrators.username })
    .from(administrators)
    .where(and(eq(administrators.role, 'owner'), eq(administrators.isDisabled, false)))
    .orderBy(asc(administrators.username))
  return rows.map(({ username }) => username)
}

const isOpen = gt(staffInvitations.expiresAt, sql`now()`)

export function listInvitations(db: Db): Promise<InvitationRow[]> {
  return db
    .select()
    .from(staffInvitations)
    .where(isOpen)
    .orderBy(desc(staffInvitations.createdAt), asc(staffInvitations.id))
}

const lifeHours = 72
const lifeOf = (code: string) => ({
  codeHash: sha256(code),
  expiresAt: sql`now() + make_interval(hours => ${lifeHours})`,
})

/** The newest invitation of an address replaces the one before. */
export async function saveInvitation(
  tx: Db,
  invited: { email: string; role: Role; code: string; invitedBy: string | null },
): Promise<InvitationRow | undefined> {
  const { email, role, code, invitedBy } = invited
  // Of two at once the second waits, and replaces the first.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(lower(${email}), 0))`)
  await tx.delete(staffInvitations).where(sql`lower(${staffInvitations.email}) = lower(${email})`)
  const [row] = await tx
    .insert(staffInvitations)
    .values({ email, role, invitedBy, ...lifeOf(code) })
    .returning()
  return row
}

export async function renewInvitation(
  db: Db,
  id: string,
  { code, invitedBy }: { code: string; invitedBy: string | null },
): Promise<InvitationRow | undefined> {
  const [row] = await db
    .update(staffInvitations)
    .set({ invitedBy, ...lifeOf(code) })
    .where(eq(staffInvitations.id, id))
    .returning()
  return row
}

export async function deleteInvitation(db: Db, id: string): Promise<InvitationRow | undefined> {
  const [row] = await db.delete(staffInvitations).where(eq(staffInvitations.id, id)).returning()
  return row
}

export function deleteInvitationsBy(db: Db, uid: string): Promise<InvitationRow[]> {
  return db.delete(staffInvitations).where(eq(staffInvitations.invitedBy, uid)).returning()
}

const ofCode = (code: string) => and(eq(staffInvitations.codeHash, sha256(code)), isOpen)

export async function hasInvitation(db: Db, code: string): Promise<boolean> {
  const found = await db
    .select({ id: staffInvitations.id })
    .from(staffInvitations)
    .where(ofCode(code))
  return found.length > 0
}

/** Deletes the invitation of a code and gives it: of parallel calls one succeeds. */
export async function takeInvitation(tx: Db, code: string): Promise<InvitationRow | undefined> {
  const [row] = await tx.delete(staffInvitations).where(ofCode(code)).returning()
  return row
}
