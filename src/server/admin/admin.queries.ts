import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { administrators, adminSessions } from '../db/tables/admin.ts'

export type Administrator = typeof administrators.$inferSelect

const liveSession = prepared((db) =>
  db
    .select({ uid: administrators.uid, username: administrators.username })
    .from(adminSessions)
    .innerJoin(administrators, eq(administrators.uid, adminSessions.uid))
    .where(
      and(
        eq(adminSessions.tokenHash, sql.placeholder('tokenHash')),
        gt(adminSessions.expiresAt, sql`now()`),
        eq(administrators.isDisabled, false),
      ),
    )
    .prepare('admin_live_session'),
)

export async function findLiveSession(
  db: Db,
  tokenHash: string,
): Promise<{ uid: string; username: string } | undefined> {
  const [session] = await liveSession(db).execute({ tokenHash })
  return session
}

export async function insertSession(
  db: Db,
  session: { tokenHash: string; uid: string; expiresAt: Date },
): Promise<void> {
  await db.insert(adminSessions).values(session)
}

/** False when there was no such session, or it was over already. */
export async function deleteSession(db: Db, tokenHash: string): Promise<boolean> {
  const { rowCount } = await db
    .delete(adminSessions)
    .where(and(eq(adminSessions.tokenHash, tokenHash), gt(adminSessions.expiresAt, sql`now()`)))
  return rowCount === 1
}

export async function deleteSessionsOf(db: Db, uid: string): Promise<void> {
  await db.delete(adminSessions).where(eq(adminSessions.uid, uid))
}

const sameName = (username: string) => sql`lower(${administrators.username}) = lower(${username})`

export async function findAdministrator(
  db: Db,
  username: string,
): Promise<Administrator | undefined> {
  const [found] = await db.select().from(administrators).where(sameName(username.trim()))
  return found
}

export function listAdministrators(db: Db): Promise<Administrator[]> {
  return db.select().from(administrators).orderBy(asc(administrators.createdAt))
}

export async function insertAdministrator(
  db: Db,
  administrator: typeof administrators.$inferInsert,
): Promise<void> {
  await db.insert(administrators).values(administrator)
}

export async function updateAdministrator(
  db: Db,
  uid: string,
  change: Partial<Pick<Administrator, 'passwordHash' | 'isDisabled'>>,
): Promise<void> {
  await db.update(administrators).set(change).where(eq(administrators.uid, uid))
}

export async function deleteAdministrator(db: Db, uid: string): Promise<void> {
  await db.delete(administrators).where(eq(administrators.uid, uid))
}
