import { and, asc, eq, gt, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Pagination } from '#contract/paging.ts'
import { archivedBy, areArchived, notArchived } from '../db/archive.ts'
import type { Db } from '../db/connect.ts'
import { type ListOrder, readAdminPage, readFirstRows } from '../db/list-page.ts'
import { products } from '../db/tables/catalog.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { columnsWithStock, productRow, stockLevel } from './catalog.queries.ts'
import {
  isProductFilter,
  type ProductFilter,
  productConditions,
  productFilterNames,
  productsWith,
  readProductFilter,
} from './product-filter.ts'
import { changesTerms, writeProductTerms } from './product-terms.ts'
import type { ProductColumns, ProductRow } from './product-wire.ts'
import { availableOf, liveVariants, variantsOnSale } from './variants.queries.ts'
import { readWholeCatalog } from './whole-catalog.ts'

const isLive = isNull(products.deletedAt)
const wholeRow = { ...productRow, stockLevel, variants: liveVariants }
const staffColumns = { ...columnsWithStock, variants: liveVariants }

/** One page of the products that a filter finds; archived ones come with the last archived first. */
export function listProducts(
  db: Db,
  filter: ProductFilter,
  { stockLowAt, page, order }: { stockLowAt: number; page: number; order: ListOrder },
): Promise<{ rows: ProductColumns[]; pagination: Pagination }> {
  const isFound = isProductFilter(filter) ? productConditions(filter, stockLowAt) : undefined
  const read = (isOnPage: SQL, orderBy: SQL[]) =>
    db
      .select(staffColumns)
      .from(products)
      .where(isOnPage)
      .orderBy(...orderBy)
  const isFarAlong = order.column === products.title && filter.text !== '' && !filter.isArchived
  return readAdminPage(
    db,
    { table: products, where: isLive, filter: isFound, isFarAlong, read },
    {
      order: filter.isArchived
        ? { id: products.id, column: products.deletedAt, isDescending: true }
        : order,
      page,
      category: filter.category,
    },
  )
}

const choiceColumns = {
  id: products.id,
  title: products.title,
  imageUrl: products.imageUrl,
  price: products.price,
  isEnabled: products.isEnabled,
  deletedAt: products.deletedAt,
  variants: variantsOnSale,
}
const choicesAtMost = 20

/** The newest of all products with this text in title, number or id, as people choose them. */
export function findProductChoices(db: Db, text: string) {
  const filter = text === '' ? undefined : and(isLive, productsWith(text))
  const read = (isMeant: SQL, orderBy: SQL[]) =>
    db
      .select(choiceColumns)
      .from(products)
      .where(isMeant)
      .orderBy(...orderBy)
  const order = { id: products.id, column: products.id, isDescending: true }
  const list = { table: products, where: isLive, filter, read }
  return readFirstRows(db, list, { order, limit: choicesAtMost })
}

/** Products that were chosen before, archived ones too. */
export function readProductChoices(db: Db, ids: readonly string[]) {
  return db
    .select(choiceColumns)
    .from(products)
    .where(inArray(products.id, [...ids]))
}

/** Times and available pieces, which the back office shows beside products. */
export function readProductDetails(db: Db, ids: string[]) {
  return db
    .select({
      id: products.id,
      createdAt: products.createdAt,
      /** Null: it is not counted. */
      available: availableOf,
    })
    .from(products)
    .where(inArray(products.id, ids))
}

/** All products, oldest first, up to what goes in one reply. */
export function listAllProducts(db: Db): Promise<ProductColumns[]> {
  return readWholeCatalog(({ after, limit }) =>
    db
      .select(staffColumns)
      .from(products)
      .where(and(isLive, after === undefined ? undefined : gt(products.id, after)))
      .orderBy(asc(products.id))
      .limit(limit),
  )
}

/** The products of the list of the back office with this query, oldest first; without one, all. */
export async function listProductIds(
  db: Db,
  query: { filter: Record<string, string>; limit: number; stockLowAt: number },
): Promise<string[]> {
  // A filter that is not understood must never mean all products.
  const known: readonly string[] = [...productFilterNames, 'page', 'sort', 'order']
  const unknown = Object.keys(query.filter).find((name) => !known.includes(name))
  if (unknown) throw new ShopError('INVALID_INPUT', { message: [`${unknown} 格式錯誤`] })
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(productConditions(readProductFilter(query.filter), query.stockLowAt))
    .orderBy(asc(products.id))
    .limit(query.limit)
  return rows.map(({ id }) => id)
}

/** Product settings for runs; archived products are left out. */
export function listProductSettings(db: Db, ids: readonly string[]) {
  return db
    .select({
      id: products.id,
      title: products.title,
      isEnabled: products.isEnabled,
      category: products.category,
    })
    .from(products)
    .where(and(inArray(products.id, [...ids]), isLive))
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
  const [row] = await db.insert(products).values(product).returning(productRow)
  if (!row) throw new Error('an inserted product came back empty')
  await writeProductTerms(db, [row.id])
  return row
}

/** Undefined when there is no such product. The row is locked until the end of the transaction. */
export async function lockProduct(db: Db, id: string) {
  const [row] = await db
    .select(wholeRow)
    .from(products)
    .where(and(eq(products.id, id), isLive))
    .for('update')
  return row
}

export async function updateProduct(
  db: Db,
  id: string,
  change: Partial<typeof products.$inferInsert>,
) {
  const [row] = await db.update(products).set(change).where(eq(products.id, id)).returning(wholeRow)
  if (!row) throw new Error('an updated product came back empty')
  if (changesTerms(change)) await writeProductTerms(db, [row.id])
  return row
}

/** Undefined when there is no such product. */
export async function archiveProductRow(
  db: Db,
  id: string,
  actor: StaffActor,
): Promise<ProductRow | undefined> {
  const [row] = await db
    .update(products)
    .set(archivedBy(actor))
    .where(and(eq(products.id, id), isLive))
    .returning(productRow)
  return row
}

/** Undefined when no such product is archived. */
export async function restoreProduct(
  db: Db,
  id: string,
): Promise<Pick<ProductRow, 'id' | 'title'> | undefined> {
  const [row] = await db
    .update(products)
    .set(notArchived)
    .where(areArchived(products, { id }))
    .returning({ id: products.id, title: products.title })
  return row
}
