import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ProductSortColumn } from '#contract/catalog.ts'
import type { Db } from '../db/connect.ts'
import { type FoundPage, type Place, readFoundPage } from '../db/found-page.ts'
import { products } from '../db/tables/catalog.ts'
import { productKeys } from '../db/tables/list-keys.ts'
import { stock } from '../db/tables/stock.ts'
import { columnsWithStock } from './catalog.queries.ts'
import { type ProductConditions, type ProductFilter, productConditions } from './product-filter.ts'
import type { ProductColumns } from './product-wire.ts'

interface FoundSort {
  /** Undefined: by id, which is the order of creation. */
  column: ProductSortColumn | undefined
  isDescending: boolean
}

const sortColumns = {
  title: productKeys.title,
  category: productKeys.category,
  is_enabled: productKeys.isEnabled,
  origin_price: productKeys.originPrice,
  price: productKeys.price,
} satisfies Record<ProductSortColumn, unknown>

/** One page of the products that a filter finds; archived ones come with the last archived first. */
export async function listFoundProducts(
  db: NodePgDatabase,
  filter: ProductFilter,
  { page, order, stockLowAt }: { page: number; order: FoundSort; stockLowAt: number },
): Promise<FoundPage<ProductColumns>> {
  const conditions = await productConditions(db, filter, stockLowAt)
  const { categories, where, byPair, hasTerms } = conditions
  if (categories?.length === 0) return { rows: [], counted: 0, hasNext: false }
  const direction = order.isDescending || filter.isArchived ? sql`desc` : sql`asc`
  const column = order.column ? sortColumns[order.column] : productKeys.productId
  const key = filter.isArchived ? productKeys.archivedAt : column
  const list = {
    table: productKeys,
    id: productKeys.productId,
    key,
    direction,
    where,
    byPair,
    hasTerms,
  }
  const walk = (place: Place) => walkProducts(conditions, filter, { key, direction, place })
  const read = (ids: string[]) =>
    db.select(columnsWithStock).from(products).where(inArray(products.id, ids))
  return readFoundPage(db, { ...list, walk }, { page, read })
}

/** What the back office shows of its products besides themselves. */
export function readProductDetails(db: Db, ids: string[]) {
  return db
    .select({
      id: products.id,
      createdAt: products.createdAt,
      /** Null: it is not counted. */
      available: sql<number | null>`${stock.onHand} - ${stock.held}`,
    })
    .from(products)
    .leftJoin(stock, eq(stock.productId, products.id))
    .where(inArray(products.id, ids))
}

function walkProducts(
  conditions: ProductConditions,
  filter: ProductFilter,
  { key, direction, place }: { key: AnyPgColumn; direction: SQL; place: Place },
): SQL {
  const isWalked = filter.text === '' && filter.stock === undefined
  if (conditions.categories && key === productKeys.productId && isWalked) {
    return idsOfCategories(conditions, direction, place)
  }
  const orderBy = sql`order by ${key} ${direction}, ${productKeys.productId} ${direction}
    limit ${place.limit} offset ${place.offset}`
  const { lookedUp } = conditions
  if (lookedUp) {
    // Found by themselves, so that no other index is taken for that of an order or a price.
    return sql`with few as materialized (${lookedUp.few})
      select product_id as id from few as product_keys where ${lookedUp.where ?? sql`true`} ${orderBy}`
  }
  const where = key === productKeys.title ? conditions.walked : conditions.where
  return sql`select ${productKeys.productId} as id from ${productKeys} where ${where} ${orderBy}`
}

/** Each category gives its first ids in the order of its index; these are merged. */
function idsOfCategories(
  { categories, apartFromCategory }: ProductConditions,
  direction: SQL,
  { limit, offset }: Place,
): SQL {
  return sql`
    select found.product_id as id from unnest(${sql.param(categories)}::text[]) as wanted(category)
    cross join lateral (
      select product_id from ${productKeys}
      where ${productKeys.category} = wanted.category and ${apartFromCategory}
      order by product_id ${direction} limit ${limit + offset}) as found
    order by found.product_id ${direction} limit ${limit} offset ${offset}`
}
