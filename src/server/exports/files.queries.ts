import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { runFileParts, runFiles } from '../db/tables/files.ts'

/** Begins the file of a run; one that an attempt before left goes. */
export async function insertFile(db: Db, runId: string, name: string): Promise<void> {
  await db.delete(runFiles).where(eq(runFiles.runId, runId))
  await db.insert(runFiles).values({ runId, name, expiresAt: sql`now() + interval '24 hours'` })
}

export async function insertFilePart(
  db: Db,
  part: typeof runFileParts.$inferInsert,
): Promise<void> {
  await db.insert(runFileParts).values(part)
}

/**
 * Removes every file that tells who somebody is. An export that is being written begins anew: it may
 * have read what is gone by now.
 */
export async function dropPersonalFiles(tx: Db): Promise<void> {
  const isPersonal = sql`action = 'export' and input->>'isPersonal' = 'true'`
  // The run before its file: one that ends meanwhile has either a file to remove, or none.
  await tx.execute(sql`update runs set state = 'queued' where state = 'running' and ${isPersonal}`)
  await tx.execute(
    sql`delete from run_files where run_id in (select id from runs where ${isPersonal})`,
  )
}

/** Undefined once the file has expired, or before there is one. */
export async function findFile(db: Db, runId: string): Promise<{ name: string } | undefined> {
  const [row] = await db
    .select({ name: runFiles.name })
    .from(runFiles)
    .where(and(eq(runFiles.runId, runId), gt(runFiles.expiresAt, sql`now()`)))
  return row
}

/** The bytes of a file, one part after the other. */
export async function* readFileParts(db: Db, runId: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position++) {
    const [part] = await db
      .select({ bytes: runFileParts.bytes })
      .from(runFileParts)
      .where(and(eq(runFileParts.runId, runId), eq(runFileParts.position, position)))
    if (!part) return
    yield part.bytes
  }
}
