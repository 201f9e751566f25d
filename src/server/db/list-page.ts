import { asc, desc, gte, lt, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from './connect.ts'
import { type CountedList, countListed } from './list-counts.ts'
import { findPlace, walkable } from './list-places.ts'

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
  const plain = { where: undefined, orderBy: inOrder(order), limit, offset }
  if (isById(order)) {
    const isNewestFirst = order.isDescending
    const { position, total } = findPlace(db, { ...counted, offset, isNewestFirst })
    const { from, skip } = await position
    const where = isNewestFirst ? lt(order.id, from) : gte(order.id, from)
    return { ...plain, where, offset: skip, total }
  }
  const total = countListed(db, counted)
  if (offset <= walkable) return { ...plain, total }
  return { ...plain, total, ...fromNearerEnd(order, await total, page) }
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
