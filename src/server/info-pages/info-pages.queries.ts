import { and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { maxPagesOnProducts } from '#contract/info-pages.ts'
import { archivedBy, areArchived, notArchived } from '../db/archive.ts'
import type { Db } from '../db/connect.ts'
import { infoPages } from '../db/tables/info-pages.ts'
import type { StaffActor } from '../http/actor.ts'

export type InfoPageRow = typeof infoPages.$inferSelect

const { content: _, ...listedColumns } = getTableColumns(infoPages)
const isLive = isNull(infoPages.deletedAt)

/** One page of the list without the contents, the last changed first. */
export async function listInfoPages(db: Db, place: { limit: number; offset: number }) {
  const [rows, total] = await Promise.all([
    db
      .select(listedColumns)
      .from(infoPages)
      .where(isLive)
      .orderBy(desc(infoPages.changedAt), desc(infoPages.id))
      .limit(place.limit)
      .offset(place.offset),
    db.$count(infoPages, isLive),
  ])
  return { rows, total }
}

/** Of the public ones. */
export async function listPublicSlugs(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ slug: infoPages.slug })
    .from(infoPages)
    .where(and(infoPages.isPublic, isLive))
    .orderBy(infoPages.slug)
    .limit(limit)
  return rows.map(({ slug }) => slug)
}

/** The public ones that the pages of products show, the first written first. */
export function listPagesOnProducts(db: Db): Promise<InfoPageRow[]> {
  return db
    .select()
    .from(infoPages)
    .where(and(infoPages.isOnProducts, infoPages.isPublic, isLive))
    .orderBy(infoPages.id)
    .limit(maxPagesOnProducts)
}

/** Drafts, too. */
export function countPagesOnProducts(db: Db): Promise<number> {
  return db.$count(infoPages, and(infoPages.isOnProducts, isLive))
}

/** Of all pages, by title; more than a menu could show are left out. */
export function listPageTitles(db: Db) {
  const { id, slug, title, isPublic } = infoPages
  return db
    .select({ id, slug, title, isPublic })
    .from(infoPages)
    .where(isLive)
    .orderBy(title)
    .limit(500)
}

export const findPageBySlug = (db: Db, slug: string) => findOne(db, eq(infoPages.slug, slug))
export const findPage = (db: Db, id: string) => findOne(db, eq(infoPages.id, id))

async function findOne(db: Db, condition: ReturnType<typeof eq>): Promise<InfoPageRow | undefined> {
  const [row] = await db.select().from(infoPages).where(and(condition, isLive))
  return row
}

/** Undefined when there is no such page. The row is locked until the end of the transaction. */
export async function lockPage(db: Db, id: string): Promise<InfoPageRow | undefined> {
  const [row] = await db
    .select()
    .from(infoPages)
    .where(and(eq(infoPages.id, id), isLive))
    .for('update')
  return row
}

export async function insertPage(db: Db, page: typeof infoPages.$inferInsert): Promise<void> {
  await db.insert(infoPages).values(page)
}

export async function updatePage(
  db: Db,
  id: string,
  change: Partial<typeof infoPages.$inferInsert>,
): Promise<void> {
  await db
    .update(infoPages)
    .set({ ...change, changedAt: sql`now()` })
    .where(eq(infoPages.id, id))
}

/** Undefined when there is no such page. */
export async function archivePageRow(
  db: Db,
  id: string,
  actor: StaffActor,
): Promise<InfoPageRow | undefined> {
  const [row] = await db
    .update(infoPages)
    .set(archivedBy(actor))
    .where(and(eq(infoPages.id, id), isLive))
    .returning()
  return row
}

/** Undefined when no such page is archived. */
export async function restorePageRow(
  db: Db,
  id: string,
): Promise<Pick<InfoPageRow, 'id' | 'title'> | undefined> {
  const [row] = await db
    .update(infoPages)
    .set(notArchived)
    .where(areArchived(infoPages, { id }))
    .returning({ id: infoPages.id, title: infoPages.title })
  return row
}
