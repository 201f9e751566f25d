import { asc, desc, getTableName, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import {
  adminCapped,
  adminPageSize,
  type Pagination,
  paginate,
  paginateFound,
} from '#contract/paging.ts'
import type { Db } from './connect.ts'

/** The order of a list: by a column with the id behind it, or by the id alone. */
export interface ListOrder {
  id: AnyPgColumn
  column: AnyPgColumn | SQL
  isDescending: boolean
}

export interface PageRequest {
  order: ListOrder
  limit: number
  offset: number
}

function toOrderBy({ id, column, isDescending }: ListOrder): SQL[] {
  const direction = isDescending ? desc : asc
  return column === id ? [direction(id)] : [direction(column), direction(id)]
}

/**
 * Reads one page of a list and the length of the whole list. The ids of the page are found in an
 * index alone; then `read` reads the rows of these ids, in the order that it is given.
 */
export async function readListPage<Row>(
  db: Db,
  list: {
    table: PgTable
    where: SQL | undefined
    count: () => PromiseLike<number>
    read: (isOnPage: SQL, orderBy: SQL[]) => PromiseLike<Row[]>
  },
  page: PageRequest,
): Promise<{ rows: Row[]; total: number }> {
  const { id } = page.order
  const orderBy = toOrderBy(page.order)
  const indexed = db
    .select({ id })
    .from(list.table)
    .where(list.where)
    .orderBy(...orderBy)
    .limit(page.limit)
    .offset(page.offset)
  // An array is read once, whatever the statistics say; a subselect may be run for each row.
  const reading = list.read(sql`${id} = any(array(${indexed}))`, orderBy)
  const [rows, total] = await Promise.all([reading, list.count()])
  return { rows, total }
}

/** A list of the back office: all of it, or what a filter finds of it. */
interface AdminList<Row> {
  table: PgTable
  /** Which rows the list has without a filter; undefined: all. */
  where: SQL | undefined
  /** Which rows it has in place of these; undefined: nothing narrows it. */
  filter: SQL | undefined
  /** All that a search finds may stand at the end of the order, as a surname in an order by name. */
  isFarAlong?: boolean
  read: (isOnPage: SQL, orderBy: SQL[]) => PromiseLike<Row[]>
}

/** Reads one page: the whole list is counted exactly, a filtered one as far as `adminCapped` says. */
export async function readAdminPage<Row>(
  db: Db,
  list: AdminList<Row>,
  place: { order: ListOrder; page: number; pageSize?: number; category?: string },
): Promise<{ rows: Row[]; pagination: Pagination }> {
  const { order, page, pageSize = adminPageSize, category } = place
  const offset = (page - 1) * pageSize
  if (list.filter) {
    // One row more tells whether there is a next page.
    const oneMore = { order, limit: pageSize + 1, offset }
    const { ids, counted } = await findIds(db, list, oneMore)
    const onPage = sql.param(ids.slice(0, pageSize))
    const rows = await list.read(sql`${order.id} = any(${onPage})`, toOrderBy(order))
    const hasNext = ids.length > pageSize
    return { rows, pagination: paginateFound({ page, counted, hasNext, pageSize, category }) }
  }
  const count = () => db.$count(list.table, list.where)
  const whole = { order, limit: pageSize, offset }
  const { rows, total } = await readListPage(db, { ...list, count }, whole)
  return { rows, pagination: paginate({ page, pageSize, total, category }) }
}

/** The first rows of a list, and whether there are more. */
export async function readFirstRows<Row>(
  db: Db,
  list: AdminList<Row>,
  { order, limit }: { order: ListOrder; limit: number },
): Promise<{ rows: Row[]; hasMore: boolean }> {
  const place = { order, limit: limit + 1, offset: 0 }
  const ids = list.filter
    ? (await findIds(db, list, place)).ids
    : await walkIds(db, list.table, list.where, place)
  const rows = await list.read(
    sql`${order.id} = any(${sql.param(ids.slice(0, limit))})`,
    toOrderBy(order),
  )
  return { rows, hasMore: ids.length > limit }
}

/**
 * Up to so many are found in any order and sorted; of more, the order is walked until a page is full.
 * Past so many rows, what may stand far along is sorted after all.
 */
export const foundAtMost = { sorted: 20_000 }

/**
 * The ids of a page of what is found, and their number up to one more than is counted. Few hits are
 * found, then sorted: the planner would rather walk the order, past all that does not match.
 */
async function findIds(
  db: Db,
  list: Pick<AdminList<unknown>, 'table' | 'where' | 'filter' | 'isFarAlong'>,
  page: PageRequest,
): Promise<{ ids: string[]; counted: number }> {
  const { table, filter } = list
  const { id, column, isDescending } = page.order
  const direction = isDescending ? sql`desc` : sql`asc`
  const sortedAtMost = Math.max(foundAtMost.sorted, adminCapped.counted)
  const sortFound = async (most: number | null) => {
    const { rows } = await db.execute<{ found: number; ids: string[] }>(sql`
      with found as materialized (
        select ${id} as id, ${column} as key from ${table} where ${filter} limit ${most})
      select (select count(*)::int from found) as found, array(select id from found
        order by key ${direction}, id ${direction} limit ${page.limit} offset ${page.offset}) as ids`)
    return rows[0] ?? { found: 0, ids: [] }
  }
  const { found, ids } = await sortFound(sortedAtMost + 1)
  const counted = Math.min(found, adminCapped.counted + 1)
  if (found <= sortedAtMost) return { ids, counted }
  if (!list.isFarAlong) return { ids: await walkIds(db, table, filter, page), counted }
  const near = await walkNear(db, list, { ...page, among: sortedAtMost })
  return { ids: near.length === page.limit ? near : (await sortFound(null)).ids, counted }
}

/** The ids of a page of what is found among so many first rows of the list. */
async function walkNear(
  db: Db,
  { table, where, filter }: Pick<AdminList<unknown>, 'table' | 'where' | 'filter'>,
  { order, limit, offset, among }: PageRequest & { among: number },
): Promise<string[]> {
  const orderBy = sql.join(toOrderBy(order), sql`, `)
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${order.id} as id from (
      select * from ${table} where ${where} order by ${orderBy} limit ${among}
    ) as ${sql.identifier(getTableName(table))}
    where ${filter} order by ${orderBy} limit ${limit} offset ${offset}`)
  return rows.map(({ id }) => id)
}

async function walkIds(
  db: Db,
  table: PgTable,
  where: SQL | undefined,
  { order, limit, offset }: PageRequest,
): Promise<string[]> {
  const walked = await db
    .select({ id: order.id })
    .from(table)
    .where(where)
    .orderBy(...toOrderBy(order))
    .limit(limit)
    .offset(offset)
  return walked.map(({ id }) => String(id))
}
