import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { sha256 } from '../db/sha256.ts'
import { administratorNetworks, administrators, adminSessions } from '../db/tables/admin.ts'

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

/**
 * Only if the password hash is still the one that was compared; false otherwise. Locks the row: a
 * concurrent reset is waited for, and a later one ends this session, too.
 */
export async function insertSessionIfUnchanged(
  db: Db,
  { uid, passwordHash }: Administrator,
  { tokenHash, expiresAt }: { tokenHash: string; expiresAt: Date },
): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`insert into ${adminSessions} (token_hash, uid, expires_at)
      select ${tokenHash}, uid, ${expiresAt.toISOString()}::timestamptz from ${administrators}
      where uid = ${uid} and password_hash = ${passwordHash} and not is_disabled
      for share`,
  )
  return rowCount === 1
}

/** Whether the administrator has signed in from this network before. */
export async function isKnownNetwork(db: Db, username: string, network: string): Promise<boolean> {
  const found = await db
    .select({ uid: administratorNetworks.uid })
    .from(administratorNetworks)
    .innerJoin(administrators, eq(administrators.uid, administratorNetworks.uid))
    .where(and(sameName(username), eq(administratorNetworks.networkHash, sha256(network))))
  return found.length > 0
}

export async function rememberNetwork(db: Db, uid: string, network: string): Promise<void> {
  // Selected: the administrator may have been deleted in the meantime.
  await db.execute(
    sql`insert into ${administratorNetworks} (uid, network_hash)
      select uid, ${sha256(network)} from ${administrators} where uid = ${uid} for share
      on conflict (uid, network_hash) do update set last_used_at = now()`,
  )
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
