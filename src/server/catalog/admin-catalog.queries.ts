import { and, asc, eq, gt, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { type CountedList, countMatchingKeys } from '../db/list-counts.ts'
import { findWindow, fromNearerEnd, inOrder, isById, type ListOrder } from '../db/list-page.ts'
import { products } from '../db/tables/catalog.ts'
import { productColumns } from './catalog.queries.ts'
import type { ProductColumns, ProductRow } from './product-wire.ts'
import { readWholeCatalog } from './whole-catalog.ts'

const isLive = isNull(products.deletedAt)

interface AskedPage {
  order: ListOrder
  limit: number
  offset: number
}

/** One page of all products; `category` matches a part of the category, whatever its case. */
export async function listProducts(
  db: Db,
  page: AskedPage & { category: string },
): Promise<{ rows: ProductColumns[]; total: number }> {
  if (!page.category) return readWindow(db, { list: 'products', key: '' }, page)
  const categories = await countMatchingKeys(db, 'products by category', page.category)
  const [first] = categories
  if (!first) return { rows: [], total: 0 }
  if (categories.length === 1) {
    return readWindow(db, { list: 'products by category', key: first.key }, page)
  }
  const total = categories.reduce((sum, { n }) => sum + n, 0)
  const keys = categories.map((category) => category.key)
  return { rows: await readOfCategories(db, keys, total, page), total }
}

/** The ids of the page are found in an index alone; then its own rows are read, and no others. */
async function readWindow(db: Db, counted: CountedList, page: AskedPage) {
  const window = await findWindow(db, counted, page)
  const ids = db
    .select({ id: products.id })
    .from(products)
    .where(and(isLive, counted.key ? eq(products.category, counted.key) : undefined, window.where))
    .orderBy(...window.orderBy)
    .limit(window.limit)
    .offset(window.offset)
  const [rows, total] = await Promise.all([readRows(db, ids, page.order), window.total])
  return { rows, total }
}

/** By id, each category gives what it has up to the page's end, and these few are merged. */
function readOfCategories(
  db: Db,
  keys: string[],
  total: number,
  page: AskedPage,
): Promise<ProductColumns[]> {
  const { orderBy, limit, offset } = fromNearerEnd(page.order, total, page)
  const ordered = sql.join(orderBy, sql`, `)
  const ofOne = isById(page.order)
    ? sql`${products.category} = wanted.category and ${isLive} order by ${ordered} limit ${offset + limit}`
    : sql`${products.category} = wanted.category and ${isLive}`
  const ids = sql`(
    select ${products.id} from unnest(${sql.param(keys)}::text[]) as wanted(category)
    cross join lateral (select * from ${products} where ${ofOne}) as ${products}
    order by ${ordered} limit ${limit} offset ${offset})`
  return readRows(db, ids, page.order)
}

function readRows(db: Db, ids: SQLWrapper, order: ListOrder): Promise<ProductColumns[]> {
  return db
    .select(productColumns)
    .from(products)
    .where(sql`${products.id} in ${ids}`)
    .orderBy(...inOrder(order))
}

/** All products, oldest first, up to what goes in one answer. */
export function listAllProducts(db: Db): Promise<ProductColumns[]> {
  return readWholeCatalog(({ after, limit }) =>
    db
      .select(productColumns)
      .from(products)
      .where(and(isLive, after === undefined ? undefined : gt(products.id, after)))
      .orderBy(asc(products.id))
      .limit(limit),
  )
}

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
