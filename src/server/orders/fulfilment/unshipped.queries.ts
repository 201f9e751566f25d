import { and, eq, inArray, sql } from 'drizzle-orm'
import { productIdsOf } from '../../catalog/variants.queries.ts'
import type { Db } from '../../db/connect.ts'
import { orderLines, orders } from '../../db/tables/orders.ts'
import { soldIdOfLine } from './parcels.queries.ts'

/** Pieces of these variants that were ordered and not shipped yet; archived orders count. */
export async function countUnshipped(
  db: Db,
  variantIds: readonly string[],
): Promise<Map<string, number>> {
  const shipped = sql`coalesce((
    select sum(content.qty) from parcel_lines as content
    join parcels as parcel on parcel.id = content.parcel_id
    where parcel.order_id = "order_lines"."order_id" and content.line_id = "order_lines"."id"
  ), 0)`
  const rows = await db
    .select({
      variantId: soldIdOfLine,
      n: sql<number>`sum(${orderLines.qty} - ${shipped})`.mapWith(Number),
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        sql`${orderLines.productId} in ${productIdsOf(variantIds)}`,
        inArray(soldIdOfLine, [...variantIds]),
        inArray(orders.state, ['placed', 'paid', 'preparing']),
      ),
    )
    .groupBy(soldIdOfLine)
  return new Map(rows.map((row) => [row.variantId, row.n]))
}
