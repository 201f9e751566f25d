import { and, asc, count, desc, eq, ilike, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { products } from '../db/tables/catalog.ts'
import { productColumns } from './catalog.queries.ts'
import type { ProductColumns, ProductRow } from './product-wire.ts'

const isLive = isNull(products.deletedAt)

/** One page of all products; `category` matches a part of the category, whatever its case. */
export async function listProducts(
  db: Db,
  page: { category: string; order: SQL[]; limit: number; offset: number },
): Promise<{ rows: ProductColumns[]; total: number }> {
  const isMatch = page.category
    ? and(isLive, ilike(products.category, `%${page.category.replace(/[\\%_]/g, '\\$&')}%`))
    : isLive
  const [rows, [counted]] = await Promise.all([
    db
      .select(productColumns)
      .from(products)
      .where(isMatch)
      .orderBy(...page.order)
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(products).where(isMatch),
  ])
  return { rows, total: counted?.total ?? 0 }
}

export function listAllProducts(db: Db, limit: number): Promise<ProductColumns[]> {
  return db
    .select(productColumns)
    .from(products)
    .where(isLive)
    .orderBy(asc(products.id))
    .limit(limit)
}

export const newestProductFirst = desc(products.id)
export const productSortKeys = {
  title: products.title,
  category: products.category,
  is_enabled: products.isEnabled,
  origin_price: products.originPrice,
  price: products.price,
}
export const productId = products.id

export async function insertProduct(
  db: Db,
  product: typeof products.$inferInsert,
): Promise<ProductRow> {
  const [row] = await db.insert(products).values(product).returning()
  if (!row) throw new Error('an inserted product came back empty')
  return row
}

/** Undefined when there is no such product. The row is locked until the end of the transaction. */
export async function lockProduct(db: Db, id: string): Promise<ProductRow | undefined> {
  const [row] = await db
    .select()
    .from(products)
    .where(and(eq(products.id, id), isLive))
    .for('update')
  return row
}

export async function updateProduct(
  db: Db,
  id: string,
  change: Partial<typeof products.$inferInsert>,
): Promise<ProductRow> {
  const [row] = await db.update(products).set(change).where(eq(products.id, id)).returning()
  if (!row) throw new Error('an updated product came back empty')
  return row
}

/** False when there is no such product. */
export async function markProductDeleted(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db
    .update(products)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(products.id, id), isLive))
  return rowCount === 1
}
