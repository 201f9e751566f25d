import { inArray, type SQL, sql } from 'drizzle-orm'
import type { OrderSortColumn } from '#contract/orders.ts'
import type { Db } from '../db/connect.ts'
import { type FoundPage, readFoundPage } from '../db/found-page.ts'
import { orderKeys } from '../db/tables/list-keys.ts'
import { orders } from '../db/tables/orders.ts'
import { type OrderConditions, type OrderFilter, orderConditions } from './order-filter.ts'
import type { OrderWithLines } from './order-wire.ts'
import { orderWithLines } from './orders.queries.ts'

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
  db: Db,
  filter: OrderFilter,
  { page, order }: { page: number; order: FoundSort },
): Promise<FoundPage<OrderWithLines & { id: string }>> {
  const conditions = await orderConditions(db, filter)
  const findIds = async (part: { limit: number; offset: number }) => {
    if (conditions.statuses?.length === 0) return []
    const { rows } = await db.execute<{ id: string }>(idsOf(conditions, filter, order, part))
    return rows.map(({ id }) => id)
  }
  return readFoundPage(page, {
    findIds,
    read: (ids) =>
      db
        .select({ ...orderWithLines, id: orders.id })
        .from(orders)
        .where(inArray(orders.id, ids)),
  })
}

function idsOf(
  conditions: OrderConditions,
  filter: OrderFilter,
  order: FoundSort,
  { limit, offset }: { limit: number; offset: number },
): SQL {
  const direction = order.isDescending || filter.isArchived ? sql`desc` : sql`asc`
  const column = filter.isArchived ? orderKeys.archivedAt : sortColumns[order.column]
  const isByTime = column === orderKeys.createdAt
  if (conditions.statuses && isByTime && conditions.isDense) {
    return idsOfStatuses(conditions, direction, { limit, offset })
  }
  const { where, expires } = conditions
  // What stands close together is sorted: a walk along the index could go by all others.
  const isSorted =
    (conditions.isClustered && isByTime) ||
    (conditions.hasCommonSurname && column === orderKeys.name)
  const place = sql`limit ${limit} offset ${offset}`
  if (isSorted || expires) {
    // Few expire: these are read before all else.
    const among =
      expires &&
      sql`${orderKeys} as materialized (
      select * from ${orderKeys} where ${orderKeys.archivedAt} is null and ${expires}),`
    return sql`with ${among} found as materialized (
        select ${orderKeys.orderId} as id, ${column} as key from ${orderKeys} where ${where})
      select id from found order by key ${direction}, id ${direction} ${place}`
  }
  return sql`select ${orderKeys.orderId} as id from ${orderKeys} where ${where}
    order by ${column} ${direction}, ${orderKeys.orderId} ${direction} ${place}`
}

/** Each status gives its first ids in the order of its index; these are merged. */
function idsOfStatuses(
  { statuses, apartFromStatus }: OrderConditions,
  direction: SQL,
  { limit, offset }: { limit: number; offset: number },
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
