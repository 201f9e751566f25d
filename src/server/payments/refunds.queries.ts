import { and, asc, count, desc, eq, ne, sql } from 'drizzle-orm'
import type { RefundState } from '#contract/order-life.ts'
import type { Db } from '../db/connect.ts'
import { payments, refunds } from '../db/tables/payments.ts'

export type RefundRow = typeof refunds.$inferSelect

const withMethod = { refund: refunds, method: payments.method }

/** The refunds of an order, oldest first, with the method of their payment. */
export function readRefunds(db: Db, orderId: string) {
  return db
    .select(withMethod)
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.id))
}

/** One page of refunds of a state, the longest waiting first; of all states the newest first. */
export async function listRefunds(
  db: Db,
  page: { state?: RefundState; limit: number; offset: number },
) {
  const { state, limit, offset } = page
  const ofState = state && eq(refunds.state, state)
  const [rows, [counted]] = await Promise.all([
    db
      .select(withMethod)
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(ofState)
      .orderBy(state ? asc(refunds.id) : desc(refunds.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(refunds).where(ofState),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** What is on its way back or there, in NT$: all of the payment but what failed. */
export async function readRefundedAmount(
  db: Db,
  paymentId: string,
  state?: RefundState,
): Promise<number> {
  const [row] = await db
    .select({ amount: sql<number>`coalesce(sum(${refunds.amount}), 0)::bigint` })
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, paymentId),
        state ? eq(refunds.state, state) : ne(refunds.state, 'failed'),
      ),
    )
  return Number(row?.amount ?? 0)
}

export async function insertRefund(db: Db, refund: typeof refunds.$inferInsert): Promise<void> {
  await db.insert(refunds).values(refund)
}

export async function findRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id))
  return row
}

/** Undefined when there is no such refund. The row is locked until the end of the transaction. */
export async function lockRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id)).for('update')
  return row
}

/** The only writer of a refund's state. */
export async function writeRefundState(
  db: Db,
  id: string,
  state: RefundState,
  news: { remittedOn?: string; accountLast5?: string; lastError?: string | null } = {},
): Promise<void> {
  await db
    .update(refunds)
    .set({
      state,
      stateSince: sql`now()`,
      ...(state === 'done' && { doneAt: sql`now()` }),
      ...news,
    })
    .where(eq(refunds.id, id))
}

export async function setRefundError(db: Db, id: string, lastError: string): Promise<void> {
  await db.update(refunds).set({ lastError }).where(eq(refunds.id, id))
}

/** Whether another refund of a payment is on its way to the gateway. */
export async function hasSentRefund(db: Db, paymentId: string): Promise<boolean> {
  const isSent = and(eq(refunds.paymentId, paymentId), eq(refunds.state, 'sent'))
  return (await db.$count(refunds, isSent)) > 0
}

/** How long a refund is in its state, by the clock of the database. */
export async function readSecondsInState(db: Db, id: string): Promise<number> {
  const [row] = await db
    .select({ seconds: sql<number>`extract(epoch from now() - ${refunds.stateSince})::int` })
    .from(refunds)
    .where(eq(refunds.id, id))
  return row?.seconds ?? 0
}
