import { asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { createId } from '../db/id.ts'
import {
  campaignReceipts,
  type SupplierOrderLine,
  supplierOrders,
} from '../db/tables/settlements.ts'
import type { Transaction } from '../db/transaction.ts'

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
  productId: string,
): Promise<number> {
  const [row] = await tx
    .select({ n: sql<number>`coalesce(sum(${campaignReceipts.qty}), 0)`.mapWith(Number) })
    .from(campaignReceipts)
    .where(
      sql`${campaignReceipts.campaignId} = ${campaignId} and ${campaignReceipts.productId} = ${productId}`,
    )
  return row?.n ?? 0
}
