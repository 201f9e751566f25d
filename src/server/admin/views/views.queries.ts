import { and, asc, eq, or, sql } from 'drizzle-orm'
import type { ViewedList } from '#contract/lists.ts'
import type { Db } from '../../db/connect.ts'
import { listColumns, listViews } from '../../db/tables/admin.ts'

export type ViewRow = typeof listViews.$inferSelect

/** One's own views of a list, then those that others share. */
export function listViewsFor(db: Db, uid: string, list: ViewedList): Promise<ViewRow[]> {
  const isSeen = or(eq(listViews.uid, uid), eq(listViews.isShared, true))
  return db
    .select()
    .from(listViews)
    .where(and(eq(listViews.list, list), isSeen))
    .orderBy(sql`${listViews.uid} <> ${uid}`, asc(listViews.id))
}

export async function findOwnView(db: Db, uid: string, id: string): Promise<ViewRow | undefined> {
  const [row] = await db
    .select()
    .from(listViews)
    .where(and(eq(listViews.uid, uid), eq(listViews.id, id)))
    .for('update')
  return row
}

/** Undefined when the account has a view of this name. */
export async function insertView(
  db: Db,
  view: typeof listViews.$inferInsert,
): Promise<ViewRow | undefined> {
  const [row] = await db.insert(listViews).values(view).onConflictDoNothing().returning()
  return row
}

export async function updateView(db: Db, id: string, change: Partial<ViewRow>): Promise<void> {
  await db.update(listViews).set(change).where(eq(listViews.id, id))
}

export async function deleteView(db: Db, id: string): Promise<void> {
  await db.delete(listViews).where(eq(listViews.id, id))
}

export async function readColumns(db: Db, uid: string, list: ViewedList): Promise<string[] | null> {
  const [row] = await db
    .select()
    .from(listColumns)
    .where(and(eq(listColumns.uid, uid), eq(listColumns.list, list)))
  return row?.columns ?? null
}

/** Null: those of the list. */
export async function writeColumns(
  db: Db,
  { uid, list, columns }: { uid: string; list: ViewedList; columns: string[] | null },
): Promise<void> {
  if (columns === null) {
    await db.delete(listColumns).where(and(eq(listColumns.uid, uid), eq(listColumns.list, list)))
    return
  }
  await db
    .insert(listColumns)
    .values({ uid, list, columns })
    .onConflictDoUpdate({ target: [listColumns.uid, listColumns.list], set: { columns } })
}
