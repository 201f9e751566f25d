import { asc, gt, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { countListed } from '../db/list-counts.ts'
import { productListings as listings } from '../db/tables/listings.ts'

/** As many addresses as a file of a sitemap may have. */
export const addressesAFile = 50_000

/** How many files the products on sale fill. */
export async function countProductFiles(db: Db): Promise<number> {
  return Math.ceil((await countListed(db, 'products published')) / addressesAFile)
}

/** The id before the first one of a file, the first of which is 1; undefined past the last one. */
export async function findFileStart(db: Db, file: number): Promise<string | undefined> {
  if (file === 1) return ''
  const [row] = await db
    .select({ id: listings.productId })
    .from(listings)
    .orderBy(asc(listings.productId))
    .limit(1)
    .offset((file - 1) * addressesAFile - 1)
  return row?.id
}

export function listChangedProducts(
  db: Db,
  page: { after: string; limit: number },
): Promise<{ id: string; day: string }[]> {
  return db
    .select({
      id: listings.productId,
      day: sql<string>`to_char(${listings.changedAt} at time zone 'Asia/Taipei', 'YYYY-MM-DD')`,
    })
    .from(listings)
    .where(gt(listings.productId, page.after))
    .orderBy(asc(listings.productId))
    .limit(page.limit)
}
