import { and, asc, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { sha256 } from '../db/sha256.ts'
import { administratorNetworks, administrators, adminSessions } from '../db/tables/admin.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import { ShopError } from '../http/shop-error.ts'

export type Administrator = typeof administrators.$inferSelect

/** How long a proof of password, and of the second factor, lets sensitive calls through. */
const confirmationSeconds = 15 * 60

export async function findLiveSession(db: Db, tokenHash: string) {
  const [session] = await db
    .select({
      id: adminSessions.id,
      uid: administrators.uid,
      username: administrators.username,
      name: administrators.name,
      role: administrators.role,
      hasTotp: sql<boolean>`${administrators.totpSecret} is not null`,
      isConfirmed: sql<boolean>`${adminSessions.confirmedAt} > now() - make_interval(secs => ${sql.raw(String(confirmationSeconds))})`,
      isUnnoted: sql<boolean>`${adminSessions.lastUsedAt} < now() - interval '1 minute'`,
    })
    .from(adminSessions)
    .innerJoin(administrators, eq(administrators.uid, adminSessions.uid))
    .where(
      and(
        eq(adminSessions.tokenHash, tokenHash),
        gt(adminSessions.expiresAt, sql`now()`),
        eq(administrators.isDisabled, false),
      ),
    )
  return session
}

/** When a session was used last, to the minute. */
export async function noteSessionUse(db: Db, id: string): Promise<void> {
  await db.update(adminSessions).set({ lastUsedAt: sql`now()` }).where(eq(adminSessions.id, id))
}

/** Gives until when the confirmation holds, in epoch seconds. */
export async function confirmSession(db: Db, id: string): Promise<number> {
  const [session] = await db
    .update(adminSessions)
    .set({ confirmedAt: sql`now()` })
    .where(eq(adminSessions.id, id))
    .returning({ confirmedAt: adminSessions.confirmedAt })
  if (!session) throw new ShopError('ADMIN_REQUIRED')
  return toEpochSeconds(session.confirmedAt) + confirmationSeconds
}

/** The open sessions of an account, the last used first. */
export function listSessions(db: Db, uid: string) {
  const { id, device, network, createdAt, lastUsedAt } = adminSessions
  return db
    .select({ id, device, network, createdAt, lastUsedAt })
    .from(adminSessions)
    .where(and(eq(adminSessions.uid, uid), gt(adminSessions.expiresAt, sql`now()`)))
    .orderBy(desc(adminSessions.lastUsedAt), asc(adminSessions.id))
}

/** Ends one session of an account; false when it has no such session. */
export async function deleteSessionOf(db: Db, uid: string, id: string): Promise<boolean> {
  const { rowCount } = await db
    .delete(adminSessions)
    .where(and(eq(adminSessions.uid, uid), eq(adminSessions.id, id)))
  return rowCount === 1
}

/** Ends the sessions of an account but one; gives how many. */
export async function deleteOtherSessionsOf(db: Db, uid: string, id: string): Promise<number> {
  const { rowCount } = await db
    .delete(adminSessions)
    .where(and(eq(adminSessions.uid, uid), ne(adminSessions.id, id)))
  return rowCount ?? 0
}

/**
 * Only if the password hash is still the one that was compared; false otherwise. Locks the row: a
 * concurrent reset is waited for, and a later one ends this session, too.
 */
export async function insertSessionIfUnchanged(
  db: Db,
  { uid, passwordHash }: Administrator,
  session: { tokenHash: string; expiresAt: Date; device: string; network: string },
): Promise<boolean> {
  const { tokenHash, expiresAt, device, network } = session
  const { rowCount } = await db.execute(
    sql`insert into ${adminSessions} (token_hash, uid, expires_at, device, network)
      select ${tokenHash}, uid, ${expiresAt.toISOString()}::timestamptz, ${device}, ${network} from ${administrators}
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

/** The name of the administrator: that of the person, else the e-mail address. */
export function displayName({ name, username }: Pick<Administrator, 'name' | 'username'>): string {
  return name || username
}

export async function getAdministrator(db: Db, uid: string): Promise<Administrator> {
  const [found] = await db.select().from(administrators).where(eq(administrators.uid, uid))
  // Deleted since the session was looked up.
  if (!found) throw new ShopError('ADMIN_REQUIRED')
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
  change: Partial<Omit<Administrator, 'uid' | 'username' | 'createdAt'>>,
): Promise<void> {
  await db.update(administrators).set(change).where(eq(administrators.uid, uid))
}

export async function deleteAdministrator(db: Db, uid: string): Promise<void> {
  await db.delete(administrators).where(eq(administrators.uid, uid))
}
