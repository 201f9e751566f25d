import { inArray, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { OrderSortColumn } from '#contract/orders.ts'
import type { Db } from '../db/connect.ts'
import { type FoundPage, type Place, readFoundPage, sortFound } from '../db/found-page.ts'
import { hasInnerSurname, orderKeys } from '../db/tables/list-keys.ts'
import { orders } from '../db/tables/orders.ts'
import { nameHolds, type OrderConditions, orderConditions } from './order-filter.ts'
import type { OrderWithLines } from './order-wire.ts'
import { orderWithLines } from './orders.queries.ts'
import type { OrderFilter } from './read-order-filter.ts'

export interface FoundSort {
  column: OrderSortColumn
  isDescending: boolean
}

/** Ids are in the order of creation, and days are of the creation: one index serves both. */
const sortColumns = {
  id: orderKeys.createdAt,
  create_at: orderKeys.createdAt,
  name: orderKeys.name,
  message: orderKeys.message,
  total: orderKeys.total,
  is_paid: orderKeys.payment,
} satisfies Record<OrderSortColumn, unknown>

/** One page of the orders that a filter finds; archived ones come with the last archived first. */
export async function listFoundOrders(
  db: NodePgDatabase,
  filter: OrderFilter,
  { page, order }: { page: number; order: FoundSort },
): Promise<FoundPage<OrderWithLines & { id: string }>> {
  const conditions = await orderConditions(db, filter)
  const { statuses, where, byPair, hasTerms } = conditions
  if (statuses?.length === 0) return { rows: [], counted: 0, hasNext: false }
  const direction = order.isDescending || filter.isArchived ? sql`desc` : sql`asc`
  const key = filter.isArchived ? orderKeys.archivedAt : sortColumns[order.column]
  const isByStatus = statuses !== undefined && conditions.isDense && key === orderKeys.createdAt
  const list = {
    table: orderKeys,
    id: orderKeys.orderId,
    key,
    direction,
    where,
    byPair,
    hasTerms,
  }
  const { surname } = conditions
  const isBySurname =
    surname !== undefined && key === orderKeys.name && (await sortsByCodePoint(db))
  const walk = (place: Place) => {
    if (isByStatus) return idsOfStatuses(conditions, direction, place)
    return isBySurname
      ? idsOfSurname(surname, direction, place)
      : walkOrders(conditions, list, place)
  }
  const count =
    isByStatus && filter.text !== ''
      ? (atMost: number) => countOfStatuses(conditions, atMost)
      : undefined
  const read = (ids: string[]) =>
    db
      .select({ ...orderWithLines, id: orders.id })
      .from(orders)
      .where(inArray(orders.id, ids))
  return readFoundPage(db, { ...list, walk, count }, { page, read })
}

function walkOrders(
  conditions: OrderConditions,
  list: Parameters<typeof sortFound>[0],
  place: Place,
): SQL {
  const { key, direction } = list
  const isByTime = key === orderKeys.createdAt
  const { expires } = conditions
  // Few expire: these are read before all else.
  const among =
    expires &&
    sql`with ${orderKeys} as materialized (
      select * from ${orderKeys} where ${orderKeys.archivedAt} is null and ${expires})`
  // What stands close together is sorted: a walk along the index could go by all others.
  const isSorted =
    (conditions.isClustered && isByTime) || (conditions.hasCommonSurname && key === orderKeys.name)
  if (isSorted || expires) return sortFound(list, place, among)
  const where = key === orderKeys.name ? conditions.walked : conditions.where
  return sql`select ${orderKeys.orderId} as id from ${orderKeys} where ${where}
    order by ${key} ${direction}, ${orderKeys.orderId} ${direction}
    limit ${place.limit} offset ${place.offset}`
}

/** Each status gives its first ids in the order of its index; these are merged. */
function idsOfStatuses(
  { statuses, apartFromStatus }: OrderConditions,
  direction: SQL,
  { limit, offset }: Place,
): SQL {
  const orderBy = sql`created_at ${direction}, order_id ${direction}`
  return sql`
    select found.order_id as id from unnest(${sql.param(statuses)}::text[]) as wanted(status)
    cross join lateral (
      select created_at, order_id from ${orderKeys}
      where ${orderKeys.status} = wanted.status collate "C" and ${apartFromStatus}
      order by ${orderBy} limit ${limit + offset}) as found
    order by ${orderBy} limit ${limit} offset ${offset}`
}

/** The statuses are looked through one after the other until there are enough. */
function countOfStatuses({ statuses, apartFromStatus }: OrderConditions, atMost: number): SQL {
  return sql`
    select from unnest(${sql.param(statuses)}::text[]) as wanted(status) cross join lateral (
      select from ${orderKeys}
      where ${orderKeys.status} = wanted.status collate "C" and ${apartFromStatus}
      limit ${atMost}) as found
    limit ${atMost}`
}

/**
 * Names that begin with a character stand together in their order; those that hold it elsewhere have
 * an index of their own. Only for a `surname` of `commonSurnames`.
 */
function idsOfSurname(surname: string, direction: SQL, { limit, offset }: Place): SQL {
  const next = String.fromCodePoint((surname.codePointAt(0) ?? 0) + 1)
  const isFound = sql`archived_at is null and ${nameHolds(surname)}`
  const orderBy = sql`name ${direction}, order_id ${direction}`
  return sql`
    select order_id as id from (
      (select name, order_id from ${orderKeys}
        where ${isFound} and name >= ${surname} and name < ${next}
        order by ${orderBy} limit ${limit + offset})
      union all
      select name, order_id from ${orderKeys}
      where ${isFound} and ${hasInnerSurname} and not (name >= ${surname} and name < ${next})) as found
    order by ${orderBy} limit ${limit} offset ${offset}`
}

/** Whether names are sorted by their characters alone, so that what begins alike stands together. */
async function sortsByCodePoint(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from pg_database where datname = current_database()
      and datcollate in ('C', 'POSIX') and datlocprovider <> 'i'`)
  return rows.length > 0
}
