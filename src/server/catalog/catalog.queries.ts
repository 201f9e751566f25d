import { and, count, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { products } from '../db/tables/catalog.ts'
import type { ProductColumns } from './product-wire.ts'

const {
  createdAt: _createdAt,
  deletedAt: _deletedAt,
  ...productColumns
} = getTableColumns(products)

export { productColumns }

const isOnSale = and(eq(products.isEnabled, true), isNull(products.deletedAt))
const limit = sql.placeholder('limit')
const offset = sql.placeholder('offset')
const inCategory = and(isOnSale, eq(products.category, sql.placeholder('category')))

const onSale = prepared((db) =>
  db
    .select(productColumns)
    .from(products)
    .where(isOnSale)
    .orderBy(desc(products.id))
    .limit(limit)
    .offset(offset)
    .prepare('products_on_sale'),
)
const onSaleInCategory = prepared((db) =>
  db
    .select(productColumns)
    .from(products)
    .where(inCategory)
    .orderBy(desc(products.id))
    .limit(limit)
    .offset(offset)
    .prepare('products_on_sale_in_category'),
)
const onSaleCount = prepared((db) =>
  db.select({ total: count() }).from(products).where(isOnSale).prepare('products_on_sale_count'),
)
const inCategoryCount = prepared((db) =>
  db
    .select({ total: count() })
    .from(products)
    .where(inCategory)
    .prepare('products_in_category_count'),
)
const onSaleById = prepared((db) =>
  db
    .select(productColumns)
    .from(products)
    .where(and(isOnSale, eq(products.id, sql.placeholder('id'))))
    .prepare('product_on_sale'),
)

/** One page of what is on sale, newest first; `category` empty stands for all. */
export async function listOnSale(
  db: Db,
  page: { category: string; limit: number; offset: number },
): Promise<{ rows: ProductColumns[]; total: number }> {
  const [rows, [counted]] = page.category
    ? await Promise.all([
        onSaleInCategory(db).execute(page),
        inCategoryCount(db).execute({ category: page.category }),
      ])
    : await Promise.all([onSale(db).execute(page), onSaleCount(db).execute()])
  return { rows, total: counted?.total ?? 0 }
}

/** Everything on sale, newest first, up to `limit`. */
export function listAllOnSale(db: Db, limit: number): Promise<ProductColumns[]> {
  return onSale(db).execute({ limit, offset: 0 })
}

export async function findOnSale(db: Db, id: string): Promise<ProductColumns | undefined> {
  const [row] = await onSaleById(db).execute({ id })
  return row
}
