import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './connect.ts'

/** Rows of one statement: no lock is held for long, and no statement reaches its time limit. */
export const stepRows = 5_000

/**
 * Deletes the rows that match, step by step; returns how many they were. Not for a partitioned table,
 * where a ctid is of one partition only.
 */
export async function deleteInSteps(
  db: Db,
  table: string,
  where: SQL,
  signal?: AbortSignal,
): Promise<number> {
  const name = sql.raw(table)
  for (let deleted = 0; ; ) {
    const { rowCount } = await db.execute(sql`
      delete from ${name} where ctid in (
        select ctid from ${name} where ${where} limit ${stepRows})`)
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < stepRows || signal?.aborted) return deleted
  }
}
