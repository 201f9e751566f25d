import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { orders } from '../db/tables/orders.ts'
import { payments } from '../db/tables/payments.ts'

const ownLocked = prepared((db) =>
  db
    .select({ id: orders.id, state: orders.state, total: orders.total })
    .from(orders)
    .where(
      and(
        eq(orders.id, sql.placeholder('id')),
        eq(orders.owner, sql.placeholder('owner')),
        isNull(orders.deletedAt),
      ),
    )
    .for('update')
    .prepare('order_of_owner_lock'),
)

/** Locks an order of this owner until the end of the transaction. */
export async function lockOwnOrder(db: Db, order: { owner: string; id: string }) {
  const [row] = await ownLocked(db).execute(order)
  return row
}

const inserted = prepared((db) =>
  db
    .insert(payments)
    .values({
      id: sql.placeholder('id'),
      orderId: sql.placeholder('orderId'),
      provider: sql.placeholder('provider'),
      method: sql.placeholder('method'),
      amount: sql.placeholder('amount'),
      status: sql.placeholder('status'),
      reference: sql.placeholder('reference'),
    })
    .prepare('payment_insert'),
)

export async function insertPayment(db: Db, payment: typeof payments.$inferInsert): Promise<void> {
  await inserted(db).execute({ ...payment })
}

const paid = prepared((db) =>
  db
    .update(orders)
    .set({
      state: 'paid',
      paidAt: sql`now()`,
      paymentMethod: sql`${sql.placeholder('method')}`,
    })
    .where(and(eq(orders.id, sql.placeholder('id')), eq(orders.state, 'unpaid')))
    .prepare('order_mark_paid'),
)

/** Only an unpaid order becomes paid. */
export async function markPaid(db: Db, orderId: string, method: string): Promise<void> {
  await paid(db).execute({ id: orderId, method })
}
