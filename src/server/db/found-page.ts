import { type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { adminCapped, adminPageSize } from '#contract/paging.ts'
import type { Db } from './connect.ts'
import { estimateRows } from './estimate-rows.ts'
import { transaction } from './transaction.ts'

export interface Place {
  limit: number
  offset: number
}

/** A filtered list in its order. */
export interface FoundList {
  table: PgTable
  id: AnyPgColumn
  key: AnyPgColumn
  direction: SQL
  where: SQL | undefined
  /** The same, if the indexes of its conditions find few enough rows; see `intersection`. */
  intersected: SQL | undefined
  /** Reads a part of the list along an index of its order. */
  walk: (place: Place) => SQL
}

export interface FoundPage<Row> {
  rows: Row[]
  /** See `paginateFound`. */
  counted: number
  hasNext: boolean
}

/**
 * Reads one page of a filtered list, and its length up to one more than `adminCapped` counts. Either
 * the ids up to there are read at once; or those that the indexes find are counted first, and then the
 * page alone is read.
 */
export async function readFoundPage<Row extends { id: string }>(
  db: NodePgDatabase,
  list: FoundList,
  { page, read }: { page: number; read: (ids: string[]) => PromiseLike<Row[]> },
): Promise<FoundPage<Row>> {
  const offset = (page - 1) * adminPageSize
  // One more tells whether a page follows.
  const { counted, ids } = await findIds(db, list, { limit: adminPageSize + 1, offset })
  const onPage = ids.slice(0, adminPageSize)
  const rows = onPage.length > 0 ? await read(onPage) : []
  const order = new Map(onPage.map((id, index) => [id, index]))
  return {
    rows: rows.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)),
    counted,
    hasNext: ids.length > adminPageSize,
  }
}

/** So many rows are sorted sooner than an order is walked along until a page of them is found. */
const sortedAtMost = 10_000

async function findIds(db: NodePgDatabase, list: FoundList, place: Place) {
  if (list.intersected) {
    const first = await intersect(db, list, place)
    if (first.counted <= adminCapped.counted) return first
    const query = sql`select from ${list.table} where ${list.where}`
    const isSorted = (await estimateRows(db, query)) <= sortedAtMost
    const ids = await readIds(db, isSorted ? sortFound(list, place) : list.walk(place))
    return { ...first, ids }
  }
  const first = await readIds(db, list.walk({ limit: adminCapped.counted + 1, offset: 0 }))
  const isBeyond = place.offset >= adminCapped.counted && first.length > adminCapped.counted
  const ids = isBeyond
    ? await readIds(db, list.walk(place))
    : first.slice(place.offset, place.offset + place.limit)
  return { counted: first.length, ids }
}

async function readIds(db: Db, query: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(query)
  return rows.map(({ id }) => id)
}

/** All that is found, and then a part of it in its order. */
export function sortFound(
  { table, id, key, direction, where }: Omit<FoundList, 'walk' | 'intersected'>,
  { limit, offset }: Place,
  among?: SQL,
): SQL {
  return sql`with ${among} found as materialized (
      select ${id} as id, ${key} as key from ${table} where ${where})
    select id from found order by key ${direction}, id ${direction} limit ${limit} offset ${offset}`
}

/**
 * How many are found, up to one more than is counted, and of these a part in the order of the list.
 *
 * The planner takes conditions for independent of each other: of two that are each frequent and hardly
 * ever come together, it reads rows until a thousand match, which goes by all of them. Here the indexes
 * are intersected before any row is read.
 */
function intersect(
  db: NodePgDatabase,
  { table, id, key, direction, intersected }: FoundList,
  { limit, offset }: Place,
): Promise<{ counted: number; ids: string[] }> {
  return transaction(db, async (tx) => {
    await tx.execute(sql`select set_config('work_mem', '32MB', true),
      set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
      set_config('enable_indexonlyscan', 'off', true)`)
    const { rows } = await tx.execute<{ counted: number; ids: string[] }>(sql`
      with found as materialized (
        select ${id} as id, ${key} as key from ${table} where ${intersected}
        limit ${adminCapped.counted + 1})
      select (select count(*)::int from found) as counted, array(
        select id from found order by key ${direction}, id ${direction}
        limit ${limit} offset ${offset}) as ids`)
    return rows[0] ?? { counted: 0, ids: [] }
  })
}

/** An index that finds more rows than this takes longer than reading rows until a thousand match. */
const frequent = { terms: 250_000, others: 150_000 }

/**
 * All conditions for an intersection of the index of `terms` with the indexes of the others: those
 * that very many rows fulfil, by the statistics, become a filter that no index answers. Undefined if
 * very many rows have the terms.
 */
export async function intersection(
  db: Db,
  table: PgTable,
  { terms, others }: { terms: SQL; others: SQL },
): Promise<SQL | undefined> {
  const rowsOf = (conditions: SQL) =>
    estimateRows(db, sql`select from ${table} where ${conditions}`)
  const [withTerms, withOthers] = await Promise.all([rowsOf(terms), rowsOf(others)])
  if (withTerms > frequent.terms) return undefined
  return withOthers > frequent.others
    ? sql`(${terms} and (${others}) is true)`
    : sql`(${terms} and ${others})`
}
