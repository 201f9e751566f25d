import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { orderLines, orders } from '../db/tables/orders.ts'

/** Pieces of a product that were ordered and not shipped yet; archived orders count. */
export async function countUnshipped(db: Db, productId: string): Promise<number> {
  const shipped = sql`coalesce((
    select sum(content.qty) from parcel_lines as content
    join parcels as parcel on parcel.id = content.parcel_id
    where parcel.order_id = "order_lines"."order_id" and content.line_id = "order_lines"."id"
  ), 0)`
  const [row] = await db
    .select({ n: sql<number>`coalesce(sum(${orderLines.qty} - ${shipped}), 0)`.mapWith(Number) })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        eq(orderLines.productId, productId),
        inArray(orders.state, ['placed', 'paid', 'preparing']),
      ),
    )
  return row?.n ?? 0
}
