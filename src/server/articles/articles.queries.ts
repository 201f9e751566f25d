import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { archivedBy, areArchived, notArchived } from '../db/archive.ts'
import type { Db } from '../db/connect.ts'
import { articles } from '../db/tables/articles.ts'
import type { StaffActor } from '../http/actor.ts'

export type ArticleRow = typeof articles.$inferSelect

const {
  dated: _dated,
  deletedAt: _deletedAt,
  deletedBy: _deletedBy,
  deletion: _deletion,
  content: _content,
  ...listedColumns
} = getTableColumns(articles)

const isLive = isNull(articles.deletedAt)
// Written out, not a parameter: PostgreSQL uses the partial index only for this literal condition.
const isPublic = and(sql`${articles.isPublic}`, isLive)

/** One page without the contents, newest first. */
export async function listArticles(
  db: Db,
  page: { isPublicOnly: boolean; limit: number; offset: number },
) {
  const where = page.isPublicOnly ? isPublic : isLive
  const [rows, total] = await Promise.all([
    db
      .select(listedColumns)
      .from(articles)
      .where(where)
      .orderBy(desc(articles.dated), desc(articles.id))
      .limit(page.limit)
      .offset(page.offset),
    db.$count(articles, where),
  ])
  return { rows, total }
}

/** The public ones, newest first. */
export async function listPublicArticleIds(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: articles.id })
    .from(articles)
    .where(isPublic)
    .orderBy(desc(articles.dated), desc(articles.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

export const findPublicArticle = (db: Db, id: string) => findOne(db, id, isPublic)
export const findArticle = (db: Db, id: string) => findOne(db, id, isLive)

async function findOne(
  db: Db,
  id: string,
  condition: SQL | undefined,
): Promise<ArticleRow | undefined> {
  const [row] = await db
    .select()
    .from(articles)
    .where(and(eq(articles.id, id), condition))
  return row
}

/** Undefined when there is no such article. The row is locked until the end of the transaction. */
export async function lockArticle(db: Db, id: string): Promise<ArticleRow | undefined> {
  const [row] = await db
    .select()
    .from(articles)
    .where(and(eq(articles.id, id), isLive))
    .for('update')
  return row
}

export async function insertArticle(db: Db, article: typeof articles.$inferInsert): Promise<void> {
  await db.insert(articles).values(article)
}

export async function updateArticle(
  db: Db,
  id: string,
  change: Partial<typeof articles.$inferInsert>,
): Promise<void> {
  await db.update(articles).set(change).where(eq(articles.id, id))
}

/** Undefined when there is no such article. */
export async function archiveArticleRow(
  db: Db,
  id: string,
  actor: StaffActor,
): Promise<ArticleRow | undefined> {
  const [row] = await db
    .update(articles)
    .set(archivedBy(actor))
    .where(and(eq(articles.id, id), isLive))
    .returning()
  return row
}

/** Undefined when no such article is archived. */
export async function restoreArticle(
  db: Db,
  id: string,
): Promise<Pick<ArticleRow, 'id' | 'title'> | undefined> {
  const [row] = await db
    .update(articles)
    .set(notArchived)
    .where(areArchived(articles, { id }))
    .returning({ id: articles.id, title: articles.title })
  return row
}
