import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { orders } from '../db/tables/orders.ts'
import { payments } from '../db/tables/payments.ts'

/** Locks an order of this owner until the end of the transaction. */
export async function lockOwnOrder(db: Db, order: { owner: string; id: string }) {
  const [row] = await db
    .select({ id: orders.id, state: orders.state, total: orders.total })
    .from(orders)
    .where(and(eq(orders.id, order.id), eq(orders.owner, order.owner), isNull(orders.deletedAt)))
    .for('update')
  return row
}

export async function insertPayment(db: Db, payment: typeof payments.$inferInsert): Promise<void> {
  await db.insert(payments).values(payment)
}

/** Only an unpaid order becomes paid. */
export async function markPaid(db: Db, orderId: string, method: string): Promise<void> {
  await db
    .update(orders)
    .set({ state: 'paid', paidAt: sql`now()`, paymentMethod: method })
    .where(and(eq(orders.id, orderId), eq(orders.state, 'unpaid')))
}
