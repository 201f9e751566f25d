import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { ListFilters, ListSort } from '#contract/catalog.ts'
import { cappedList, storefrontPageSize } from '#contract/paging.ts'
import { maxPrice } from '#contract/product-limits.ts'
import { t } from '#contract/translate.ts'
import type { Db } from '../db/connect.ts'
import { products } from '../db/tables/catalog.ts'
import { fieldError } from '../input/coerced-values.ts'
import { isPublished } from './catalog.queries.ts'
import { hasVariantLeft } from './variants.queries.ts'

/** Filters of the list of published products. */
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
  if (bound > maxPrice) throw fieldError(field, t('{field} 數值超出範圍', { field }))
  return bound
}

/** The published products that a filter leaves. */
export function whereListed(filter?: ListingFilter): SQL {
  const { category = '', minPrice, maxPrice: highest } = filter ?? {}
  const isListed = and(
    isPublished,
    category === '' ? undefined : eq(products.category, category),
    minPrice === undefined ? undefined : gte(products.price, minPrice),
    highest === undefined ? undefined : lte(products.price, highest),
    filter?.isAvailable ? isAvailable : undefined,
  )
  return isListed ?? sql`true`
}

/** Read for one row at a time: a join could lose the order of the list. */
const isAvailable = sql`case when products.options = '[]'
  then coalesce((select on_hand > held from stock where stock.product_id = products.id), true)
  else ${hasVariantLeft} end`
const isUnsold = sql`(select units from product_sales where product_id = products.id) is null`

/** The orders of lists, by their columns. */
export const orderBy: Record<ListSort, SQL> = {
  new: sql`id desc`,
  bestselling: sql`units desc, id desc`,
  price_asc: sql`price, id`,
  price_desc: sql`price desc, id desc`,
}

/**
 * The ids of these products in an order, no more than the pages show. With `isFound` the order is
 * walked, and each row is looked at, until the pages are full.
 */
export function idsInOrder(where: SQL, sort: ListSort, isFound?: SQL): SQL {
  // The planner takes a search for rare, and would sort all products for it. Of a case it thinks that
  // half of them have it; what sold is read before it is looked at.
  const holds = isFound && sql`case when ${isFound} then true else false end`
  const plain = (order: SQL, more?: SQL) => sql`select id, 0 as units from products
    where ${and(where, more, holds)} order by ${order} limit ${mostListed}`
  if (sort !== 'bestselling') return sql`select id from (${plain(orderBy[sort])}) as listed`
  const sold = sql`select id, units from (
      select products.*, units from product_sales
      join products on products.id = product_id where ${where}
      order by units desc, product_id desc offset 0) as products
    where ${holds ?? sql`true`} limit ${mostListed}`
  // Unsold products are read only as far as sold ones leave room.
  return sql`select id from (
      select id, units from (${sold}) as sold
      union all select id, units from (${plain(orderBy.new, isUnsold)}) as unsold
      limit ${mostListed}) as listed
    order by ${orderBy.bestselling}`
}

/** The ids of a sorted and filtered list, from its start, and no more than its pages show. */
export async function listListed(db: Db, filter: ListingFilter, sort: ListSort): Promise<string[]> {
  const { rows } = await db.execute<{ ids: string[] }>(
    sql`select array(${idsInOrder(whereListed(filter), sort)}) as ids`,
  )
  return rows[0]?.ids ?? []
}

/** The ids of one page of a list that was read from its start. */
export function idsOfPage(ids: readonly string[], page: number): string[] {
  const end = Math.min(page, cappedList.pages + 1) * storefrontPageSize
  return ids.slice(end - storefrontPageSize, Math.min(end, mostListed - 1))
}

/** The categories of published products: one step of an index for each. */
export async function listCategoryNames(db: Db): Promise<string[]> {
  const next = (more: SQL) => sql`(select category from products
    where is_enabled and deleted_at is null ${more} order by category limit 1)`
  const { rows } = await db.execute<{ category: string }>(sql`
    with recursive names as (
      ${next(sql``)}
      union all
      select (${next(sql`and category > names.category`)}) from names
      where names.category is not null)
    select category from names where category is not null`)
  return rows.map(({ category }) => category)
}
