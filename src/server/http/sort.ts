import { asc, desc, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { SortOrder } from '#contract/paging.ts'
import { ShopError } from './shop-error.ts'

/**
 * The order of a back-office list: by an allowed column with the id behind it, or by `fallback`
 * when none is asked for.
 */
export function requestedOrder<C extends string>(options: {
  query: { sort?: string; order?: SortOrder }
  columns: Record<C, AnyPgColumn | SQL>
  id: AnyPgColumn
  fallback: SQL
}): SQL[] {
  const { query, columns, id, fallback } = options
  if (!query.sort) return [fallback]
  const column = Object.entries<AnyPgColumn | SQL>(columns).find(([name]) => name === query.sort)
  if (!column) throw new ShopError('INVALID_INPUT', { message: ['sort 格式錯誤'] })
  const direction = query.order === 'desc' ? desc : asc
  return [direction(column[1]), direction(id)]
}
