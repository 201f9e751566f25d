import { and, desc, eq, getTableColumns, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { readListPage } from '../db/list-page.ts'
import { products } from '../db/tables/catalog.ts'
import { maxListedDescription } from './description.ts'
import type { ProductColumns } from './product-wire.ts'
import { stockLevelOf, variantsOnSale } from './variants.queries.ts'
import { readWholeCatalog } from './whole-catalog.ts'

const {
  searchTerms: _searchTerms,
  textTerms: _textTerms,
  changedAt: _changedAt,
  ...productRow
} = getTableColumns(products)
const {
  createdAt: _createdAt,
  deletedAt: _deletedAt,
  deletedBy: _deletedBy,
  deletion: _deletion,
  ...productColumns
} = productRow

export { productColumns, productRow }

/** Stock level shown in the storefront. */
export const stockLevel = sql<NonNullable<ProductColumns['stockLevel']> | null>`${stockLevelOf}`

export const columnsWithStock = { ...productColumns, stockLevel, variants: variantsOnSale }

/** A list reads no more of a description than it shows, and one sign more to see that it was cut. */
const listedColumns = {
  ...columnsWithStock,
  description: sql<string>`left(${products.description}, ${sql.raw(String(maxListedDescription + 1))})`,
}

// Written out, not a parameter: PostgreSQL uses the partial indexes only for this literal
// condition.
export const isPublished = and(sql`${products.isEnabled}`, isNull(products.deletedAt))
const newestFirst = { id: products.id, column: products.id, isDescending: true }

/** One page of the published products, newest first; `category` empty stands for all. */
export function listPublished(
  db: Db,
  page: { category: string; limit: number; offset: number },
): Promise<{ rows: ProductColumns[]; total: number }> {
  const { category, limit, offset } = page
  const where = category ? and(isPublished, eq(products.category, category)) : isPublished
  return readListPage(
    db,
    {
      table: products,
      where,
      count: () => db.$count(products, where),
      read: (isOnPage, orderBy) =>
        db
          .select(listedColumns)
          .from(products)
          .where(isOnPage)
          .orderBy(...orderBy),
    },
    { order: newestFirst, limit, offset },
  )
}

/** All published products, newest first, up to what goes in one reply. */
export function listAllPublished(db: Db): Promise<ProductColumns[]> {
  return readWholeCatalog(({ after, limit }) =>
    newestOf(
      db,
      after === undefined ? isPublished : and(isPublished, lt(products.id, after)),
      limit,
    ),
  )
}

export async function findPublished(db: Db, id: string): Promise<ProductColumns | undefined> {
  const [row] = await db
    .select(columnsWithStock)
    .from(products)
    .where(and(isPublished, eq(products.id, id)))
  return row
}

/** The published ones of these products, in the order of `ids`. */
export async function listPublishedByIds(
  db: Db,
  ids: readonly string[],
): Promise<ProductColumns[]> {
  const rows = await newestOf(db, and(isPublished, inArray(products.id, [...ids])), ids.length)
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** The newest published products of the same category, without the product itself. */
export function listRelated(
  db: Db,
  product: { id: string; category: string },
  limit: number,
): Promise<ProductColumns[]> {
  const isOther = and(eq(products.category, product.category), ne(products.id, product.id))
  return newestOf(db, and(isPublished, isOther), limit)
}

/** `count` random products of the newest ones that `products/all` lists. */
export function pickPublished(db: Db, limit: number, among: number): Promise<ProductColumns[]> {
  const newest = db
    .select({ id: products.id })
    .from(products)
    .where(isPublished)
    .orderBy(desc(products.id))
    .limit(among)
    .as('newest')
  const picked = db.select({ id: newest.id }).from(newest).orderBy(sql`random()`).limit(limit)
  return db.select(listedColumns).from(products).where(inArray(products.id, picked))
}

function newestOf(db: Db, where: SQL | undefined, limit: number): Promise<ProductColumns[]> {
  return db
    .select(listedColumns)
    .from(products)
    .where(where)
    .orderBy(desc(products.id))
    .limit(limit)
}

/** Whether a product that shoppers cannot see was deleted; undefined when there never was one. */
export async function findArchived(db: Db, id: string): Promise<boolean | undefined> {
  const [row] = await db
    .select({ isArchived: sql<boolean>`${products.deletedAt} is not null` })
    .from(products)
    .where(eq(products.id, id))
  return row?.isArchived
}
