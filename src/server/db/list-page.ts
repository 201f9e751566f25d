import { asc, desc, gte, lt, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from './connect.ts'
import { type CountedList, countListed, findPosition, walkable } from './list-counts.ts'

/** The order of a list: by a column with the id behind it, or by the id alone. */
export interface ListOrder {
  id: AnyPgColumn
  column: AnyPgColumn | SQL
  isDescending: boolean
}

/** The piece of a list that a page reads, and the length of the whole list. */
export interface Window {
  where: SQL | undefined
  orderBy: SQL[]
  limit: number
  offset: number
  total: Promise<number>
}

export function isById(order: ListOrder): boolean {
  return order.column === order.id
}

export function inOrder({ id, column, isDescending }: ListOrder): SQL[] {
  const direction = isDescending ? desc : asc
  return column === id ? [direction(id)] : [direction(column), direction(id)]
}

/**
 * How to read a page, however deep. By id, its block is asked for; by another column, it is read from
 * the end that is nearer, so its entries may come the other way round.
 */
export async function findWindow(
  db: Db,
  counted: CountedList,
  page: { order: ListOrder; limit: number; offset: number },
): Promise<Window> {
  const { order, limit, offset } = page
  const total = countListed(db, counted)
  const plain = { where: undefined, orderBy: inOrder(order), limit, offset, total }
  if (offset <= walkable) return plain
  if (isById(order)) {
    const isNewestFirst = order.isDescending
    const { from, skip } = await findPosition(db, { ...counted, offset, isNewestFirst })
    const where = isNewestFirst ? lt(order.id, from) : gte(order.id, from)
    return { ...plain, where, offset: skip }
  }
  return { ...plain, ...fromNearerEnd(order, await total, page) }
}

/** Counted from the other end when that one is nearer; past the end there is nothing to read. */
export function fromNearerEnd(
  order: ListOrder,
  total: number,
  { limit, offset }: { limit: number; offset: number },
): Pick<Window, 'orderBy' | 'limit' | 'offset'> {
  const behind = total - offset - limit
  if (behind >= offset) return { orderBy: inOrder(order), limit, offset }
  const turned = inOrder({ ...order, isDescending: !order.isDescending })
  return {
    orderBy: turned,
    limit: Math.max(0, Math.min(limit, limit + behind)),
    offset: Math.max(0, behind),
  }
}
