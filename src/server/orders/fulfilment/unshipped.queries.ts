import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { orderLines, orders } from '../../db/tables/orders.ts'

/** Pieces of these products that were ordered and not shipped yet; archived orders count. */
export async function countUnshipped(
  db: Db,
  productIds: readonly string[],
): Promise<Map<string, number>> {
  const shipped = sql`coalesce((
    select sum(content.qty) from parcel_lines as content
    join parcels as parcel on parcel.id = content.parcel_id
    where parcel.order_id = "order_lines"."order_id" and content.line_id = "order_lines"."id"
  ), 0)`
  const rows = await db
    .select({
      productId: orderLines.productId,
      n: sql<number>`sum(${orderLines.qty} - ${shipped})`.mapWith(Number),
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        inArray(orderLines.productId, [...productIds]),
        inArray(orders.state, ['placed', 'paid', 'preparing']),
      ),
    )
    .groupBy(orderLines.productId)
  return new Map(rows.map((row) => [row.productId, row.n]))
}
