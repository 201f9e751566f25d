import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { payments } from '../db/tables/payments.ts'

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

/** The payment that counted no longer does; its row stays. */
export async function voidPayment(db: Db, orderId: string): Promise<void> {
  await db
    .update(payments)
    .set({ status: 'voided' })
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'succeeded')))
}
