import { and, asc, count, gt, sql } from 'drizzle-orm'
import { isPublished } from '../catalog/catalog.queries.ts'
import type { Db } from '../db/connect.ts'
import { products } from '../db/tables/catalog.ts'

/** As many addresses as a file of a sitemap may have. */
export const addressesAFile = 50_000

/** How many files the products on sale fill. */
export async function countProductFiles(db: Db): Promise<number> {
  return Math.ceil((await db.$count(products, isPublished)) / addressesAFile)
}

/** The id before the first one of a file, the first of which is 1; undefined past the last one. */
export async function findFileStart(db: Db, file: number): Promise<string | undefined> {
  if (file === 1) return ''
  const [row] = await db
    .select({ id: products.id })
    .from(products)
    .where(isPublished)
    .orderBy(asc(products.id))
    .limit(1)
    .offset((file - 1) * addressesAFile - 1)
  return row?.id
}

/**
 * The published products after an id, in one text with a line of id and day for each, and the last
 * id. As rows they would be 50,000 objects a file, which outlive the young generation.
 */
export async function readChangedProducts(
  db: Db,
  page: { after: string; limit: number },
): Promise<{ lines: string; last: string; count: number }> {
  const changed = db
    .select({ id: products.id, at: products.changedAt })
    .from(products)
    .where(and(isPublished, gt(products.id, page.after)))
    .orderBy(asc(products.id))
    .limit(page.limit)
    .as('changed')
  const day = sql`to_char(${changed.at} at time zone 'Asia/Taipei', 'YYYY-MM-DD')`
  const line = sql`${changed.id} || ' ' || ${day}`
  const [row] = await db
    .select({
      lines: sql<string>`coalesce(string_agg(${line}, chr(10) order by ${changed.id}), '')`,
      last: sql<string>`coalesce(max(${changed.id}), '')`,
      count: count(),
    })
    .from(changed)
  return row ?? { lines: '', last: '', count: 0 }
}
