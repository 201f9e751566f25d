import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
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

/** The part of an index that a page reads. */
interface PagePlan {
  orderBy: SQL[]
  limit: number
  offset: number
}

/**
 * Up to this offset the index is read from its start; beyond it the length of the list decides from
 * which end.
 */
const nearOffset = 1_000

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
  const indexed = (plan: PagePlan) =>
    db
      .select({ id })
      .from(list.table)
      .where(list.where)
      .orderBy(...plan.orderBy)
      .limit(plan.limit)
      .offset(plan.offset)
  // An array is read once, whatever the statistics say; a subselect may be run for each row.
  const readPlanned = (plan: PagePlan) =>
    list.read(sql`${id} = any(array(${indexed(plan)}))`, toOrderBy(page.order))
  const counting = list.count()
  if (page.offset <= nearOffset) {
    const plan = { ...page, orderBy: toOrderBy(page.order) }
    const [rows, total] = await Promise.all([readPlanned(plan), counting])
    return { rows, total }
  }
  const total = await counting
  return { rows: await readPlanned(scanFromNearestEnd(page, total)), total }
}

/** Past the end there is nothing to read; read from the other end, the entries come in reverse. */
function scanFromNearestEnd({ order, limit, offset }: PageRequest, total: number): PagePlan {
  const behind = total - offset - limit
  if (behind >= offset) return { orderBy: toOrderBy(order), limit, offset }
  return {
    orderBy: toOrderBy({ ...order, isDescending: !order.isDescending }),
    limit: Math.max(0, Math.min(limit, limit + behind)),
    offset: Math.max(0, behind),
  }
}
