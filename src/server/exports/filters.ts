import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { ShopError } from '../http/shop-error.ts'
import { shorten } from '../input/shorten.ts'
import type { ExportRequest } from './export-kind.ts'

/** Parameters in a list's URL that change no rows. */
const withoutEffect = new Set(['page', 'sort', 'order'])

/** The filters of a request that are not empty; throws INVALID_INPUT for one of another name. */
export function filtersOf<Name extends string>(
  { filter }: ExportRequest,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const known: readonly string[] = names
  const unknown = Object.keys(filter).find(
    (name) => !known.includes(name) && !withoutEffect.has(name),
  )
  if (unknown !== undefined) {
    throw new ShopError('INVALID_INPUT', { message: [`filter 不支援 ${shorten(unknown, 32)}`] })
  }
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = filter[name]?.trim()
      return value ? [[name, value]] : []
    }),
  ) as Partial<Record<Name, string>>
}

export function amongIds(column: SQLWrapper, ids: readonly string[] | undefined): SQL | undefined {
  return ids && inArray(column, [...ids])
}

/** Rows of this query, counted to `limit`. */
export async function countTo(db: Db, query: SQL, limit: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::integer as count from (${query} limit ${limit}) as counted`,
  )
  return rows[0]?.count ?? 0
}
