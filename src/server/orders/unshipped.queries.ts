import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { orderLines, orders } from '../db/tables/orders.ts'

/** Pieces of a product that were ordered and not shipped yet. */
export async function countUnshipped(db: Db, productId: string): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`coalesce(sum(${orderLines.qty}), 0)`.mapWith(Number) })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orderLines.productId, productId), isNull(orders.deletedAt)))
  return row?.n ?? 0
}
