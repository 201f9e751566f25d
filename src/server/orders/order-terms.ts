import { inArray, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { orders } from '../db/tables/orders.ts'
import { telephoneTexts, termsOf } from '../search/terms.ts'
import { type SearchedTable, writeTerms } from '../search/write-terms.ts'

interface SearchedOrder {
  id: string
  number: string
  num: number
  contactName: string
  userEmail: string
  userTel: string
  titles: readonly string[]
}

/** The terms of an order; those that tell who the person is have the weight A. */
export function orderTerms(order: SearchedOrder): string {
  const { id, number, num, contactName, userEmail, userTel, titles } = order
  const persons = [contactName, userEmail, ...telephoneTexts(userTel)]
  return termsOf({ A: persons, B: [number, String(num), ...new Set(titles)] }, id)
}

/** Makes them from what stands in the rows. */
export async function writeOrderTerms(db: Db, ids: string[]): Promise<void> {
  const { id, number, num, contactName, userEmail, userTel } = orders
  const titles = sql<string[]>`array(select coalesce(title, '') from order_lines
    where order_id = "orders".id order by id)`
  const rows = await db
    .select({ id, number, num, contactName, userEmail, userTel, titles })
    .from(orders)
    .where(inArray(id, ids))
  await writeTerms(db, searchedOrders, new Map(rows.map((row) => [row.id, orderTerms(row)])))
}

export const searchedOrders: SearchedTable = {
  table: orders,
  id: orders.id,
  write: writeOrderTerms,
}
