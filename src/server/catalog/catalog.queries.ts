import { and, desc, eq, getTableColumns, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import type { CountedList } from '../db/list-counts.ts'
import { findPlace, highest } from '../db/list-places.ts'
import { prepared } from '../db/prepared.ts'
import { products } from '../db/tables/catalog.ts'
import type { ProductColumns } from './product-wire.ts'
import { readWholeCatalog } from './whole-catalog.ts'

const {
  createdAt: _createdAt,
  deletedAt: _deletedAt,
  ...productColumns
} = getTableColumns(products)

export { productColumns }

// Written out, not a parameter: the partial indexes are found by these very words.
const isOnSale = and(sql`${products.isEnabled}`, isNull(products.deletedAt))
const limit = sql.placeholder('limit')
const skip = sql.placeholder('skip')
const isBelow = and(isOnSale, lt(products.id, sql.placeholder('from')))
const inCategory = and(isBelow, eq(products.category, sql.placeholder('category')))

/** The ids of a page are found in an index alone: what is skipped is not read. */
const pageOf = (db: Db, which: typeof isBelow) => {
  const ids = db.select({ id: products.id }).from(products).where(which)
  const ofPage = ids.orderBy(desc(products.id)).limit(limit).offset(skip)
  return db
    .select(productColumns)
    .from(products)
    .where(inArray(products.id, ofPage))
    .orderBy(desc(products.id))
}
const onSale = prepared((db) => pageOf(db, isBelow).prepare('products_on_sale'))
const onSaleInCategory = prepared((db) =>
  pageOf(db, inCategory).prepare('products_on_sale_in_category'),
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
  const { category, offset } = page
  const counted: CountedList = category
    ? { list: 'products on sale by category', key: category }
    : { list: 'products on sale', key: '' }
  const { position, total } = findPlace(db, { ...counted, offset, isNewestFirst: true })
  async function readRows(): Promise<ProductColumns[]> {
    const asked = { category, limit: page.limit, ...(await position) }
    return category ? onSaleInCategory(db).execute(asked) : onSale(db).execute(asked)
  }
  const [rows, length] = await Promise.all([readRows(), total])
  return { rows, total: length }
}

/** Everything on sale, newest first, up to what goes in one answer. */
export function listAllOnSale(db: Db): Promise<ProductColumns[]> {
  return readWholeCatalog(({ after, limit }) =>
    onSale(db).execute({ limit, from: after ?? highest, skip: 0 }),
  )
}

export async function findOnSale(db: Db, id: string): Promise<ProductColumns | undefined> {
  const [row] = await onSaleById(db).execute({ id })
  return row
}
