import { and, asc, count, eq, not } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { orders } from '../../db/tables/orders.ts'
import { waitsForMate } from '../merging/parcel-mates.queries.ts'
import { isToShip, packedColumns } from './packing.queries.ts'

/** Whether an order can be shipped: all of its price, its goods, and those in its parcel are there. */
const isPackable = and(
  isToShip,
  not(orders.awaitsGoods),
  eq(orders.balanceDue, 0),
  not(waitsForMate),
)

/** The orders that wait to be shipped, oldest first. */
export function listPackable(db: Db, limit: number) {
  return db
    .select(packedColumns)
    .from(orders)
    .where(isPackable)
    .orderBy(asc(orders.id))
    .limit(limit)
}

export async function countPackable(db: Db): Promise<number> {
  const [row] = await db.select({ n: count() }).from(orders).where(isPackable)
  return row?.n ?? 0
}
