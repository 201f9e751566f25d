import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { AttemptState } from '#contract/payments.ts'
import type { Db } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { type PaymentStatus, payments } from '../db/tables/payments.ts'
import { afterCommit } from '../db/transaction.ts'
import { paymentOutcomes } from '../metrics/metrics.ts'
import { type AttemptEvent, nextAttemptState } from './attempt-states.ts'

export type PaymentRow = typeof payments.$inferSelect

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

/** An attempt that was decided at once. */
export async function insertPayment(db: Db, payment: typeof payments.$inferInsert): Promise<void> {
  await inserted(db).execute({ ...payment })
  countOutcome(db, payment.provider, payment.status)
}

/** An attempt that a gateway decides later. */
export async function insertAttempt(
  db: Db,
  attempt: Pick<PaymentRow, 'id' | 'orderId' | 'provider' | 'method' | 'amount'> & {
    tradeNo: string
  },
): Promise<PaymentRow> {
  const created = { ...attempt, status: 'created', reference: attempt.tradeNo } as const
  const [row] = await db.insert(payments).values(created).returning()
  if (!row) throw new Error('an inserted attempt came back empty')
  return row
}

/** Release 0.1.0 stores and reads `succeeded` for what came in. */
export function attemptState(status: PaymentStatus): AttemptState {
  return status === 'succeeded' ? 'captured' : status
}

function storedStatus(state: AttemptState): PaymentStatus {
  return state === 'captured' ? 'succeeded' : state
}

/** Besides the inserts, the only writer of the state. False when there is nothing to do. */
export async function transitionAttempt(
  db: Db,
  attempt: PaymentRow,
  event: AttemptEvent,
  news: Partial<
    Pick<
      PaymentRow,
      | 'counts'
      | 'gatewayTradeNo'
      | 'authorisation'
      | 'capturedAmount'
      | 'message'
      | 'number'
      | 'dueAt'
    >
  > = {},
): Promise<boolean> {
  const next = nextAttemptState(attemptState(attempt.status), event)
  if (!next) return false
  await db
    .update(payments)
    .set({ ...news, status: storedStatus(next), stateSince: sql`now()` })
    .where(eq(payments.id, attempt.id))
  countOutcome(db, attempt.provider, storedStatus(next))
  return true
}

function countOutcome(db: Db, provider: string, outcome: PaymentStatus): void {
  afterCommit(db, () => paymentOutcomes.inc({ provider, outcome }))
}

export async function setAttemptMessage(db: Db, id: string, message: string): Promise<void> {
  await db.update(payments).set({ message }).where(eq(payments.id, id))
}

const counting: PaymentStatus[] = ['authorised', 'succeeded']
const counts = (orderId: string) =>
  and(eq(payments.orderId, orderId), inArray(payments.status, counting), payments.counts)

/** The payment that counts for an order; undefined when none does. */
export async function findCountingPayment(db: Db, orderId: string) {
  const [row] = await db.select().from(payments).where(counts(orderId))
  return row
}

/** Locks it until the end of the transaction. */
export async function lockCountingPayment(db: Db, orderId: string) {
  const [row] = await db.select().from(payments).where(counts(orderId)).for('update')
  return row
}

export async function findPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id))
  return row
}

/** Undefined when there is no such attempt. The row is locked until the end of the transaction. */
export async function lockPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id)).for('update')
  return row
}

export async function findByTradeNumber(
  db: Db,
  provider: string,
  tradeNo: string,
): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.tradeNo, tradeNo), eq(payments.provider, provider)))
  return row
}

/** All attempts of an order, newest first. */
export function listAttempts(db: Db, orderId: string): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(payments.createdAt), desc(payments.id))
}

/** The attempts of an order that the gateway has not decided. */
export function listOpenAttempts(db: Db, orderId: string): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.status, ['created', 'pending'])))
    .orderBy(payments.id)
}
