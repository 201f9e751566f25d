import { and, asc, desc, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { maxPrice } from '#contract/catalog.schema.ts'
import type { ListFilters, ListSort } from '#contract/catalog.ts'
import { cappedList, storefrontPageSize } from '#contract/paging.ts'
import type { Db } from '../db/connect.ts'
import { productListings as listings } from '../db/tables/listings.ts'
import { fieldError } from '../input/coerced-values.ts'

/** What narrows a list of published products. */
export interface ListingFilter {
  category: string
  minPrice: number | undefined
  maxPrice: number | undefined
  isAvailable: boolean
}

/** As many entries as the pages show, and one more to see that there are more. */
export const mostListed = cappedList.pages * storefrontPageSize + 1

/** The filters of a query; throws for bounds that no price can keep. */
export function readFilter(
  query: Omit<ListFilters, 'sort'> & { category?: string },
): ListingFilter {
  const bounds = {
    minPrice: readBound(query.min_price, 'min_price'),
    maxPrice: readBound(query.max_price, 'max_price'),
  }
  if ((bounds.minPrice ?? 0) > (bounds.maxPrice ?? maxPrice)) {
    throw fieldError('min_price', '最低價不可高於最高價')
  }
  return { ...bounds, category: query.category ?? '', isAvailable: query.in_stock === '1' }
}

export function isFiltered(filter: ListingFilter): boolean {
  const { category, minPrice, maxPrice: highest, isAvailable } = filter
  return category !== '' || minPrice !== undefined || highest !== undefined || isAvailable
}

function readBound(text: string | undefined, field: string): number | undefined {
  if (text === undefined) return undefined
  const bound = Number(text)
  if (bound > maxPrice) throw fieldError(field, `${field} 數值超出範圍`)
  return bound
}

/** What a list is filtered by, in the table that is read. */
type FilterColumns = Record<'category' | 'price' | 'isAvailable', AnyPgColumn>
/** What it is sorted by. */
type OrderColumns = Record<'productId' | 'price' | 'unitsSold', AnyPgColumn | SQL>

export function whereFiltered(
  filter: ListingFilter,
  of: FilterColumns = listings,
): SQL | undefined {
  return and(
    filter.category === '' ? undefined : eq(of.category, filter.category),
    filter.minPrice === undefined ? undefined : gte(of.price, filter.minPrice),
    filter.maxPrice === undefined ? undefined : lte(of.price, filter.maxPrice),
    filter.isAvailable ? sql`${of.isAvailable}` : undefined,
  )
}

const orders: Record<ListSort, (of: OrderColumns) => SQL[]> = {
  new: (of) => [desc(of.productId)],
  bestselling: (of) => [desc(of.unitsSold), desc(of.productId)],
  price_asc: (of) => [asc(of.price), asc(of.productId)],
  price_desc: (of) => [desc(of.price), desc(of.productId)],
}

export function listingOrder(sort: ListSort, of: OrderColumns = listings): SQL[] {
  return orders[sort](of)
}

/** The ids of a sorted and filtered list, from its start, and no more than its pages show. */
export async function listListed(db: Db, filter: ListingFilter, sort: ListSort): Promise<string[]> {
  const rows = await db
    .select({ id: listings.productId })
    .from(listings)
    .where(whereFiltered(filter))
    .orderBy(...listingOrder(sort))
    .limit(mostListed)
  return rows.map(({ id }) => id)
}

/** The ids of one page of a list that was read from its start. */
export function idsOfPage(ids: readonly string[], page: number): string[] {
  const end = Math.min(page, cappedList.pages + 1) * storefrontPageSize
  return ids.slice(end - storefrontPageSize, Math.min(end, mostListed - 1))
}

/** The categories of published products: one step of an index for each. */
export async function listCategoryNames(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ category: string }>(sql`
    with recursive names as (
      (select category from product_listings order by category limit 1)
      union all
      select (select l.category from product_listings as l
        where l.category > names.category order by l.category limit 1)
      from names where names.category is not null)
    select category from names where category is not null`)
  return rows.map(({ category }) => category)
}
