import { and, asc, eq, getTableColumns, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { archivedBy, areArchived, notArchived } from '../db/archive.ts'
import type { Db } from '../db/connect.ts'
import { countListed } from '../db/list-counts.ts'
import { isById, type PagePlan, type PageRequest, readListPage } from '../db/list-page.ts'
import { products } from '../db/tables/catalog.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { columnsWithStock, stockLevel } from './catalog.queries.ts'
import type { ProductColumns, ProductRow } from './product-wire.ts'
import { readWholeCatalog } from './whole-catalog.ts'

const isLive = isNull(products.deletedAt)
const wholeRow = { ...getTableColumns(products), stockLevel }

/** One page of all products; `category` matches a part of the category, whatever its case. */
export async function listProducts(
  db: Db,
  page: PageRequest & { category: string },
): Promise<{ rows: ProductColumns[]; total: number }> {
  const read = (isOnPage: SQL, orderBy: SQL[]) =>
    db
      .select(columnsWithStock)
      .from(products)
      .where(isOnPage)
      .orderBy(...orderBy)
  if (!page.category) {
    const count = () => countListed(db, 'products')
    return readListPage(db, { table: products, where: isLive, count, read }, page)
  }
  const categories = await findCategories(db, page.category)
  if (categories.length === 0) return { rows: [], total: 0 }
  const where = and(isLive, inArray(products.category, categories))
  const count = () => db.$count(products, where)
  const ids =
    categories.length > 1 && isById(page.order)
      ? (plan: PagePlan) => idsOfCategories(categories, plan)
      : undefined
  return readListPage(db, { table: products, where, count, read, ids }, page)
}

/** The categories that hold `part`, whatever its case: one step of an index for each category. */
async function findCategories(db: Db, part: string): Promise<string[]> {
  const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await db.execute<{ category: string }>(sql`
    with recursive names as (
      (select category from products where deleted_at is null order by category limit 1)
      union all
      select (select p.category from products as p
        where p.deleted_at is null and p.category > names.category order by p.category limit 1)
      from names where names.category is not null)
    select category from names where category ilike ${pattern}`)
  return rows.map(({ category }) => category)
}

/** Each category gives its ids up to the page's end in the order of its index; these are merged. */
function idsOfCategories(categories: string[], { orderBy, limit, offset }: PagePlan): SQL {
  const ordered = sql.join(orderBy, sql`, `)
  return sql`(
    select ${products.id} from unnest(${sql.param(categories)}::text[]) as wanted(category)
    cross join lateral (
      select id from ${products} where ${products.category} = wanted.category and ${isLive}
      order by ${ordered} limit ${limit + offset}) as ${products}
    order by ${ordered} limit ${limit} offset ${offset})`
}

/** All products, oldest first, up to what goes in one reply. */
export function listAllProducts(db: Db): Promise<ProductColumns[]> {
  return readWholeCatalog(({ after, limit }) =>
    db
      .select(columnsWithStock)
      .from(products)
      .where(and(isLive, after === undefined ? undefined : gt(products.id, after)))
      .orderBy(asc(products.id))
      .limit(limit),
  )
}

/** The products of the list of the back office with this query, oldest first; without one, all. */
export async function listProductIds(
  db: Db,
  {
    filter: { category = '', ...others },
    limit,
  }: { filter: Record<string, string>; limit: number },
): Promise<string[]> {
  // A filter that is not understood must never mean all products.
  const [unknown] = Object.keys(others)
  if (unknown) throw new ShopError('INVALID_INPUT', { message: [`${unknown} 格式錯誤`] })
  const categories = category === '' ? undefined : await findCategories(db, category)
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(isLive, categories && inArray(products.category, categories)))
    .orderBy(asc(products.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** What runs over products ask of each; archived ones are not there. */
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
  const [row] = await db.insert(products).values(product).returning()
  if (!row) throw new Error('an inserted product came back empty')
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
    .returning()
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
