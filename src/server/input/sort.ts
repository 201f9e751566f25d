import type { SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { SortOrder } from '#contract/paging.ts'
import type { ListOrder } from '../db/list-page.ts'
import { ShopError } from '../http/shop-error.ts'

/**
 * The order of a back-office list: by an allowed column with the id behind it, or the newest first
 * without one.
 */
export function requestedOrder<C extends string>(options: {
  query: { sort?: string; order?: SortOrder | '' }
  columns: Record<C, AnyPgColumn | SQL>
  id: AnyPgColumn
}): ListOrder {
  const { query, columns, id } = options
  if (!query.sort) return { id, column: id, isDescending: true }
  const found = Object.entries<AnyPgColumn | SQL>(columns).find(([name]) => name === query.sort)
  if (!found) throw new ShopError('INVALID_INPUT', { message: ['sort 格式錯誤'] })
  return { id, column: found[1], isDescending: query.order === 'desc' }
}
