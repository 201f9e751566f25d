import { and, asc, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { sha256 } from '../../db/sha256.ts'
import { apiKeys } from '../../db/tables/api-keys.ts'
import type { VerifiedKey } from '../../http/caller.ts'

export type ApiKeyRow = typeof apiKeys.$inferSelect

/** Null for a key that is unknown, revoked or past its end. */
export async function verifyKey(db: Db, key: string): Promise<VerifiedKey | null> {
  const { id, name, permissions, lastUsedAt, endsAt, keyHash } = apiKeys
  // Once a minute, not with each call; of calls at once the first one notes it.
  const isUnnoted = sql<boolean>`coalesce(${lastUsedAt} < now() - interval '1 minute', true)`
  const [found] = await db
    .select({ id, name, permissions, isUnnoted })
    .from(apiKeys)
    .where(and(eq(keyHash, sha256(key)), or(isNull(endsAt), gt(endsAt, sql`now()`))))
  if (!found) return null
  const { isUnnoted: isDue, ...verified } = found
  if (isDue) {
    await db
      .update(apiKeys)
      .set({ lastUsedAt: sql`now()` })
      .where(and(eq(id, found.id), isUnnoted))
  }
  return verified
}

export function listKeys(db: Db): Promise<ApiKeyRow[]> {
  return db.select().from(apiKeys).orderBy(desc(apiKeys.createdAt), asc(apiKeys.id))
}

export function countKeys(db: Db): Promise<number> {
  return db.$count(apiKeys)
}

export async function insertKey(db: Db, row: typeof apiKeys.$inferInsert): Promise<ApiKeyRow> {
  const [inserted] = await db.insert(apiKeys).values(row).returning()
  if (!inserted) throw new Error('the key was not written')
  return inserted
}

export async function deleteKey(db: Db, id: string): Promise<ApiKeyRow | undefined> {
  const [row] = await db.delete(apiKeys).where(eq(apiKeys.id, id)).returning()
  return row
}
