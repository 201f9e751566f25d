import { inArray } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { products } from '../db/tables/catalog.ts'
import { termsOf } from '../search/terms.ts'
import { type SearchedTable, writeTerms } from '../search/write-terms.ts'

/** What products are found by in the back office, made from what stands in the rows. */
export async function writeProductTerms(db: Db, ids: string[]): Promise<void> {
  const { id, num, title } = products
  const rows = await db.select({ id, num, title }).from(products).where(inArray(id, ids))
  const terms = rows.map((row) => termsOf({ A: [row.title, String(row.num)] }, row.id))
  await writeTerms(db, searchedProducts, new Map(rows.map((row, n) => [row.id, terms[n] ?? ''])))
}

export const searchedProducts: SearchedTable = {
  table: products,
  id: products.id,
  write: writeProductTerms,
}
