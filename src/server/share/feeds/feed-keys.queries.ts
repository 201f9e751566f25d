import { createHash, timingSafeEqual } from 'node:crypto'
import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { createId } from '../../db/id.ts'
import { feedKeys } from '../../db/tables/feeds.ts'

const isInUse = isNull(feedKeys.revokedAt)

export async function findFeedKey(db: Db) {
  const [row] = await db.select().from(feedKeys).where(isInUse).orderBy(desc(feedKeys.id)).limit(1)
  return row
}

export async function insertFeedKey(
  db: Db,
  row: { key: string; createdBy: string },
): Promise<string> {
  const id = createId()
  await db.insert(feedKeys).values({ ...row, id })
  return id
}

/** The ids of those that were in use. */
export async function revokeFeedKeys(db: Db): Promise<string[]> {
  const rows = await db
    .update(feedKeys)
    .set({ revokedAt: sql`now()` })
    .where(isInUse)
    .returning({ id: feedKeys.id })
  return rows.map(({ id }) => id)
}

/** Of one length, whatever was given. */
const digestOf = (key: string) => createHash('sha256').update(key).digest()

/** Whether a key is in use, compared in constant time. That it was is noted once an hour. */
export async function verifyFeedKey(db: Db, key: string): Promise<boolean> {
  const row = await findFeedKey(db)
  if (!row || !timingSafeEqual(digestOf(row.key), digestOf(key))) return false
  const isOld = or(isNull(feedKeys.usedAt), lt(feedKeys.usedAt, sql`now() - interval '1 hour'`))
  await db
    .update(feedKeys)
    .set({ usedAt: sql`now()` })
    .where(and(eq(feedKeys.id, row.id), isOld))
  return true
}
