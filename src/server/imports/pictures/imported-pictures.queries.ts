import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { importedPictures } from '../../db/tables/files.ts'
import { runEntries } from '../../db/tables/runs.ts'

export interface PicturesOf {
  runId: string
  productId: string
}

const areOf = ({ runId, productId }: PicturesOf) =>
  and(eq(importedPictures.runId, runId), eq(importedPictures.productId, productId))

export async function insertPictures(
  db: Db,
  of: PicturesOf,
  addresses: readonly string[],
): Promise<void> {
  const rows = addresses.map((address) => ({ ...of, address }))
  await db.insert(importedPictures).values(rows).onConflictDoNothing()
}

export async function listWaitingPictures(db: Db, of: PicturesOf): Promise<string[]> {
  const rows = await db
    .select({ address: importedPictures.address })
    .from(importedPictures)
    .where(and(areOf(of), eq(importedPictures.state, 'waiting')))
  return rows.map(({ address }) => address)
}

export async function endPicture(
  db: Db,
  of: PicturesOf,
  end: { address: string; state: 'done' | 'failed'; reason?: string },
): Promise<void> {
  const { address, state, reason = null } = end
  await db
    .update(importedPictures)
    .set({ state, reason })
    .where(and(areOf(of), eq(importedPictures.address, address)))
}

/** How many pictures of a run are here, on their way, and could not be had. */
export async function countPictures(db: Db, runId: string) {
  const { rows } = await db.execute<{ done: number; waiting: number; failed: number }>(sql`
    select count(*) filter (where state = 'done')::int as done,
      count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'failed')::int as failed
    from ${importedPictures} where run_id = ${runId}`)
  return rows[0] ?? { done: 0, waiting: 0, failed: 0 }
}

export function listFailedPictures(db: Db, runId: string, limit: number) {
  const { address, reason, productId } = importedPictures
  return db
    .select({ address, reason, productId })
    .from(importedPictures)
    .where(and(eq(importedPictures.runId, runId), eq(importedPictures.state, 'failed')))
    .orderBy(productId, address)
    .limit(limit)
}

/** The entry of a run that has made a product, with what its undo compares. */
export async function lockEntryOf(db: Db, { runId, productId }: PicturesOf) {
  const [row] = await db
    .select({ position: runEntries.position, undo: runEntries.undo })
    .from(runEntries)
    .where(and(eq(runEntries.runId, runId), eq(runEntries.subjectId, productId)))
    .for('update')
  return row
}

export async function writeEntryVersion(
  db: Db,
  { runId, position }: { runId: string; position: number },
  version: string,
): Promise<void> {
  await db
    .update(runEntries)
    .set({ undo: sql`jsonb_set(${runEntries.undo}, '{after}', to_jsonb(${version}::text))` })
    .where(and(eq(runEntries.runId, runId), eq(runEntries.position, position)))
}
