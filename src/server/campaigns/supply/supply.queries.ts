import { asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { createId } from '../../db/id.ts'
import {
  campaignReceipts,
  type SupplierOrderLine,
  supplierOrders,
} from '../../db/tables/settlements.ts'
import type { Transaction } from '../../db/transaction.ts'
import { soldId } from './settlement.queries.ts'

export interface SupplierOrderRow {
  n: number
  at: Date
  lines: SupplierOrderLine[]
}

export function readSupplierOrders(db: Db, campaignId: string): Promise<SupplierOrderRow[]> {
  return db
    .select({ n: supplierOrders.n, at: supplierOrders.at, lines: supplierOrders.lines })
    .from(supplierOrders)
    .where(eq(supplierOrders.campaignId, campaignId))
    .orderBy(asc(supplierOrders.n))
}

/** Under the next number of a campaign whose row is locked. */
export async function insertSupplierOrder(
  tx: Transaction,
  order: { campaignId: string; lines: SupplierOrderLine[]; by: string },
): Promise<number> {
  const [last] = await tx
    .select({ n: supplierOrders.n })
    .from(supplierOrders)
    .where(eq(supplierOrders.campaignId, order.campaignId))
    .orderBy(desc(supplierOrders.n))
    .limit(1)
  const n = (last?.n ?? 0) + 1
  await tx.insert(supplierOrders).values({ ...order, n })
  return n
}

export async function insertReceipt(
  tx: Transaction,
  receipt: Omit<typeof campaignReceipts.$inferInsert, 'id' | 'at'>,
): Promise<void> {
  await tx.insert(campaignReceipts).values({ ...receipt, id: createId() })
}

/** Pieces that were booked in so far. */
export async function countReceived(
  tx: Transaction,
  campaignId: string,
  variantId: string,
): Promise<number> {
  const [row] = await tx
    .select({ n: sql<number>`coalesce(sum(${campaignReceipts.qty}), 0)`.mapWith(Number) })
    .from(campaignReceipts)
    .where(
      sql`${campaignReceipts.campaignId} = ${campaignId} and ${campaignReceipts.variantId} = ${variantId}`,
    )
  return row?.n ?? 0
}

/**
 * Pieces of a product shipped by orders of a campaign without a hold: those not taken from the
 * stock yet, and those that a receipt took from it. The oldest first.
 */
export async function readUnheldShipments(
  tx: Transaction,
  { campaignId, variantId }: { campaignId: string; variantId: string },
): Promise<{ orderId: string; unbooked: number; booked: number }[]> {
  const { rows } = await tx.execute<{ orderId: string; unbooked: number; booked: number }>(sql`
    with sent as (
      select place.order_id, place.seq, sum(content.qty) as qty
      from participations as place
      join parcels on parcels.order_id = place.order_id
      join parcel_lines as content on content.parcel_id = parcels.id
      join order_lines as line on line.order_id = place.order_id and line.id = content.line_id
      where place.campaign_id = ${campaignId} and ${soldId} = ${variantId}
      group by place.order_id, place.seq
    ), moved as (
      select order_id, sum(on_hand_change) as on_hand, sum(held_change) as held
      from stock_movements
      where product_id = ${variantId} and kind in ('shipped', 'unshipped')
        and order_id in (select order_id from sent)
      group by order_id
    )
    select sent.order_id as "orderId",
      greatest(0, sent.qty + coalesce(moved.on_hand, 0))::int as unbooked,
      greatest(0, coalesce(moved.held - moved.on_hand, 0))::int as booked
    from sent left join moved using (order_id) order by sent.seq`)
  return rows
}
