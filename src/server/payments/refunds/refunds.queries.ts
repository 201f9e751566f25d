import { and, asc, count, desc, eq, inArray, isNotNull, notInArray, or, sql } from 'drizzle-orm'
import type { RefundState } from '#contract/order-life.ts'
import type { Db } from '../../db/connect.ts'
import { orders } from '../../db/tables/orders.ts'
import { payments, refundAccounts, refundLines, refunds } from '../../db/tables/payments.ts'
import { afterCommit } from '../../db/transaction.ts'
import { refundOutcomes } from '../../metrics/metrics.ts'
import type { PaymentRow } from '../payments.queries.ts'

export type RefundRow = typeof refunds.$inferSelect

export type RefundAccountRow = typeof refundAccounts.$inferSelect

/** An answer of the payment provider that comes so late will not come any more. */
const isUnanswered = sql<boolean>`(${refunds.state} = 'sent'
  and ${refunds.stateSince} < now() - interval '24 hours')`

const withMethod = {
  refund: refunds,
  method: payments.method,
  account: refundAccounts,
  isUnanswered,
}

/** The refunds of an order, oldest first, with the method of their payment. */
export function readRefunds(db: Db, orderId: string) {
  return db
    .select(withMethod)
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(refundAccounts, eq(refundAccounts.orderId, refunds.orderId))
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.id))
}

const needsStaff = or(inArray(refunds.state, ['failed', 'manual']), isUnanswered)

/** One page of refunds that wait for the staff or of one state, oldest first; all newest first. */
export async function listRefunds(
  db: Db,
  page: { state?: RefundState | 'all'; limit: number; offset: number },
) {
  const { state, limit, offset } = page
  const isAll = state === 'all'
  const ofState = isAll ? undefined : state ? eq(refunds.state, state) : needsStaff
  const [rows, [counted]] = await Promise.all([
    db
      .select({ ...withMethod, orderNumber: orders.number })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .leftJoin(refundAccounts, eq(refundAccounts.orderId, refunds.orderId))
      .where(ofState)
      .orderBy(isAll ? desc(refunds.id) : asc(refunds.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(refunds).where(ofState),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** The states of what is neither on its way back nor there. */
const notComingAbout: RefundState[] = ['failed', 'dropped']

/** Sum of a payment's refunds, open or done, in NT$. */
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
        state ? eq(refunds.state, state) : notInArray(refunds.state, notComingAbout),
      ),
    )
  return Number(row?.amount ?? 0)
}

/**
 * Refunds of an order's price, open or done, in NT$; not what a capture was too much or the order
 * costs less since, nor money that never counted for the order.
 */
export async function readRefundedOfOrder(
  db: Db,
  orderId: string,
  state?: RefundState,
): Promise<number> {
  const [row] = await db
    .select({ amount: sql<number>`coalesce(sum(${refunds.amount}), 0)::bigint` })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(refunds.orderId, orderId),
        state ? eq(refunds.state, state) : notInArray(refunds.state, notComingAbout),
        eq(refunds.isOfCapture, false),
        eq(refunds.isOfChange, false),
        or(payments.counts, payments.supplements),
      ),
    )
  return Number(row?.amount ?? 0)
}

/** The part of an order's refunds that is back and named its goods, in whole NT$. */
export async function readRefundedGoods(db: Db, orderId: string): Promise<number> {
  const [row] = await db
    .select({ amount: sql<number>`coalesce(sum(${refundLines.amount}), 0)::bigint` })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(refunds.state, 'done'),
        eq(refunds.isOfCapture, false),
        eq(refunds.isOfChange, false),
        or(payments.counts, payments.supplements),
      ),
    )
  return Number(row?.amount ?? 0)
}

/** Where the shopper of an order wants money to be remitted to. */
export async function saveRefundAccount(
  db: Db,
  account: Omit<RefundAccountRow, 'givenAt'>,
): Promise<void> {
  const { orderId: _id, ...set } = account
  await db
    .insert(refundAccounts)
    .values(account)
    .onConflictDoUpdate({ target: refundAccounts.orderId, set: { ...set, givenAt: sql`now()` } })
}

export async function insertRefund(
  db: Db,
  refund: typeof refunds.$inferInsert,
  lines: readonly Omit<typeof refundLines.$inferInsert, 'refundId'>[] = [],
): Promise<void> {
  await db.insert(refunds).values(refund)
  if (lines.length > 0) {
    await db.insert(refundLines).values(lines.map((line) => ({ ...line, refundId: refund.id })))
  }
  countOutcome(db, refund.state)
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

/** The only writer of a refund's state, and of its entry in the books. */
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
      ...(state === 'sent' && { attempts: sql`${refunds.attempts} + 1` }),
      ...(state === 'done' && { doneAt: sql`now()` }),
      ...news,
    })
    .where(eq(refunds.id, id))
  if (state === 'done') await writeRefundEntry(db, id)
  countOutcome(db, state)
}

/** Nothing of a payment that was never captured: its authorisation was given up. */
async function writeRefundEntry(db: Db, id: string): Promise<void> {
  await db.execute(sql`
    insert into book_entries (kind, order_id, amount)
    select case when refunds.to_credit then 'credited' else 'refunded' end, refunds.order_id,
      refunds.amount
    from refunds join payments on payments.id = payment_id
    where refunds.id = ${id} and (status = 'succeeded' or status = 'voided' and exists (
      select from book_entries as known
      where known.order_id = refunds.order_id and kind = 'captured'))`)
}

function countOutcome(db: Db, outcome: RefundState): void {
  afterCommit(db, () => refundOutcomes.inc({ outcome }))
}

/** For a call that ended before anything was sent, unless another attempt was counted since. */
export async function countRefundAttempt(
  db: Db,
  { id, attempts }: Pick<RefundRow, 'id' | 'attempts'>,
): Promise<number> {
  const [row] = await db
    .update(refunds)
    .set({ attempts: attempts + 1 })
    .where(and(eq(refunds.id, id), eq(refunds.attempts, attempts)))
    .returning({ attempts: refunds.attempts })
  return row?.attempts ?? attempts
}

export async function setRefundError(db: Db, id: string, lastError: string): Promise<void> {
  await db.update(refunds).set({ lastError }).where(eq(refunds.id, id))
}

/** Whether another refund of a payment is on its way to the gateway. */
export async function hasSentRefund(db: Db, paymentId: string): Promise<boolean> {
  const isSent = and(eq(refunds.paymentId, paymentId), eq(refunds.state, 'sent'))
  return (await db.$count(refunds, isSent)) > 0
}

/** Whether the whole of a payment, in NT$, is on its way back in one piece. */
export async function isGoingBackWhole(
  db: Db,
  { id, amount }: Pick<PaymentRow, 'id' | 'amount'>,
): Promise<boolean> {
  const isWhole = and(eq(refunds.paymentId, id), eq(refunds.amount, amount))
  const isUnderWay = inArray(refunds.state, ['queued', 'sent'])
  return (await db.$count(refunds, and(isWhole, isUnderWay))) > 0
}

/** Whether part of a payment is or was refunded by hand; completing one sets `remittedOn`. */
export async function hasRefundByHand(db: Db, paymentId: string): Promise<boolean> {
  const isByHand = or(eq(refunds.state, 'manual'), isNotNull(refunds.remittedOn))
  return (await db.$count(refunds, and(eq(refunds.paymentId, paymentId), isByHand))) > 0
}

/** Whether a refund was sent and the payment provider will not say any more what came of it. */
export async function hasNoAnswer(db: Db, id: string): Promise<boolean> {
  return (await db.$count(refunds, and(eq(refunds.id, id), isUnanswered))) > 0
}

/** How long a refund is in its state, by the clock of the database. */
export async function readSecondsInState(db: Db, id: string): Promise<number> {
  const [row] = await db
    .select({ seconds: sql<number>`extract(epoch from now() - ${refunds.stateSince})::int` })
    .from(refunds)
    .where(eq(refunds.id, id))
  return row?.seconds ?? 0
}
