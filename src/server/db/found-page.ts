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
  /** Of a phrase: other conditions that find the same, each by one of its pairs. */
  byPair: (SQL | undefined)[] | undefined
  /** Terms are asked for, whose index and statistics tell how many rows match. */
  hasTerms: boolean
  /** Reads a part of the list along an index of its order. */
  walk: (place: Place) => SQL
  /** Reads up to so many rows in any order, where a walk to the page is always the quickest. */
  count?: ((atMost: number) => SQL) | undefined
}

export interface FoundPage<Row> {
  rows: Row[]
  /** See `paginateFound`. */
  counted: number
  hasNext: boolean
}

/**
 * Reads one page of a filtered list, and its length up to one more than `adminCapped` counts: both at
 * once; or, where terms are asked for and many rows are expected, each by itself.
 */
export async function readFoundPage<Row extends { id: string }>(
  db: NodePgDatabase,
  list: FoundList,
  { page, read }: { page: number; read: (ids: string[]) => PromiseLike<Row[]> },
): Promise<FoundPage<Row>> {
  const offset = (page - 1) * adminPageSize
  // Reads one row more than a page has, to know whether there is a next page.
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

/** How many rows, by the statistics, decide how a list is read; tests lower it. */
export const listThresholds = {
  /** Up to so many are sorted sooner than an order is walked along. */
  sorted: 10_000,
  /** So many that hold a phrase of rare pairs are looked for; of more, an order is walked. */
  ofPhrase: 3_000,
  /** Up to so many may be none, because what is asked for excludes each other. */
  doubtful: 20_000,
  /** A single character of so many names is looked for in the names that an index has. */
  inManyNames: 50_000,
  /** So many products that are low on stock are looked up; of more, an order is walked along. */
  fewInStock: 20_000,
}

async function findIds(db: NodePgDatabase, given: FoundList, place: Place) {
  const atMost = adminCapped.counted + 1
  const first = { limit: atMost, offset: 0 }
  if (given.count) {
    const [ids, counted] = await Promise.all([
      readIds(db, given.walk(place)),
      db.execute(given.count(atMost)),
    ])
    return { counted: counted.rows.length, ids }
  }
  const { list, expected, isRare } = given.hasTerms
    ? await estimate(db, given)
    : { list: given, expected: 0, isRare: false }
  if (expected > listThresholds.doubtful && !isRare) {
    const found = sql`select from ${list.table} where ${list.where} limit ${atMost}`
    const [ids, counted] = await Promise.all([
      readIds(db, list.walk(place)),
      withBitmaps(db, (tx) => tx.execute(found)),
    ])
    return { counted: counted.rows.length, ids }
  }
  if (expected > (isRare ? listThresholds.doubtful : listThresholds.sorted)) {
    const limit = isRare ? Math.max(listThresholds.ofPhrase, atMost) : atMost
    const some = await findSome(db, list, { limit, wanted: atMost })
    const counted = some.ids.length
    const end = place.offset + place.limit
    if (some.found >= limit) return { counted, ids: await readIds(db, list.walk(place)) }
    if (end <= atMost || some.found === counted)
      return { counted, ids: some.ids.slice(place.offset, end) }
    const ids = await withBitmaps(db, (tx) => readIds(tx, sortFound(list, place)))
    return { counted, ids }
  }
  // Without a limit in sight the planner intersects the indexes of conditions that are each frequent;
  // with one it reads rows until enough match, which is all of them when the conditions exclude each
  // other.
  const isBeyond = place.offset >= adminCapped.counted
  const findPart = (part: Place) =>
    list.hasTerms
      ? withBitmaps(db, (tx) => readIds(tx, sortFound(list, part)))
      : readIds(db, list.walk(part))
  const start = await findPart(first)
  const ids =
    isBeyond && start.length > adminCapped.counted
      ? await findPart(place)
      : start.slice(place.offset, place.offset + place.limit)
  return { counted: start.length, ids }
}

/**
 * Estimates the number of rows. The planner takes the pairs of a phrase for independent: where all are
 * frequent, the condition with one pair gives a realistic estimate, and is used; otherwise (`isRare`)
 * that estimate is an upper bound.
 */
async function estimate(
  db: NodePgDatabase,
  list: FoundList,
): Promise<{ list: FoundList; expected: number; isRare: boolean }> {
  const wheres = [list.where, ...(list.byPair ?? [])]
  const [byChance = 0, ...atMost] = await Promise.all(
    wheres.map((where) => estimateRows(db, sql`select from ${list.table} where ${where}`)),
  )
  if (!list.byPair) return { list, expected: byChance, isRare: false }
  const expected = Math.min(...atMost)
  const isRare = byChance <= listThresholds.ofPhrase
  const where = isRare ? list.where : list.byPair[atMost.indexOf(expected)]
  return { list: { ...list, where }, expected, isRare }
}

/** Finds up to `limit` rows in any order, and sorts them: all, when fewer are found. */
function findSome(
  db: NodePgDatabase,
  { table, id, key, direction, where }: FoundList,
  { limit, wanted }: { limit: number; wanted: number },
): Promise<{ found: number; ids: string[] }> {
  return withBitmaps(db, async (tx) => {
    // The planner would read rows until enough match, which are all when the conditions exclude
    // each other.
    await tx.execute(sql`set local enable_seqscan = off`)
    await tx.execute(sql`set local enable_indexscan = off`)
    const { rows } = await tx.execute<{ id: string; found: number }>(sql`
      with part as materialized (
        select ${id} as id, ${key} as key from ${table} where ${where} limit ${limit})
      select id, (select count(*)::int from part) as found from part
      order by key ${direction}, id ${direction} limit ${wanted}`)
    return { found: rows[0]?.found ?? 0, ids: rows.map((row) => row.id) }
  })
}

/** Bitmaps of some 100,000 rows fit this memory; what does not fit is looked through page by page. */
function withBitmaps<T>(db: NodePgDatabase, read: (tx: Db) => Promise<T>): Promise<T> {
  return transaction(db, async (tx) => {
    await tx.execute(sql`set local work_mem = '32MB'`)
    return read(tx)
  })
}

async function readIds(db: Db, query: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(query)
  return rows.map(({ id }) => id)
}

/** All that is found, and then a part of it in its order. */
export function sortFound(
  { table, id, key, direction, where }: Omit<FoundList, 'walk' | 'hasTerms' | 'byPair'>,
  { limit, offset }: Place,
  among?: SQL,
): SQL {
  // `offset 0`: the planner does not look through it, and expects no limit.
  return sql`${among} select id from (
      select ${id} as id, ${key} as key from ${table} where ${where} offset 0) as found
    order by key ${direction}, id ${direction} limit ${limit} offset ${offset}`
}
