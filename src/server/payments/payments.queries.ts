import { and, desc, eq, inArray, isNotNull, notInArray, or, sql } from 'drizzle-orm'
import { type AttemptState, onDeliveryMethod, transferMethod } from '#contract/payments.ts'
import type { Db } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { bookEntries } from '../db/tables/books.ts'
import { type GatewayTask, type PaymentStatus, payments, refunds } from '../db/tables/payments.ts'
import { afterCommit } from '../db/transaction.ts'
import { paymentOutcomes } from '../metrics/metrics.ts'
import type { OrderRow } from '../orders/order-wire.ts'
import { type AttemptEvent, nextAttemptState } from './attempt-states.ts'
import { ownMethod } from './method-names.ts'
import type { PaidAttempt } from './payment-provider.ts'

export type PaymentRow = typeof payments.$inferSelect

/** A payment of what a change has added: it never counts as the payment of the order does. */
export const ofBalance = { counts: false, supplements: true } as const

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
      counts: sql.placeholder('counts'),
      supplements: sql.placeholder('supplements'),
    })
    .prepare('payment_insert'),
)

/** An attempt that was decided at once. */
export async function insertPayment(db: Db, payment: typeof payments.$inferInsert): Promise<void> {
  await Promise.all([
    inserted(db).execute({ counts: true, supplements: false, ...payment }),
    payment.status === 'succeeded' &&
      writeEntry(db, { kind: 'captured', orderId: payment.orderId, amount: payment.amount }),
  ])
  countOutcome(db, payment.provider, payment.status)
}

/** Money that a store has collected; undefined when it is recorded already. */
export async function insertCollected(
  db: Db,
  payment: Omit<typeof payments.$inferInsert, 'status' | 'method'> & {
    tradeNo: string
    capturedAmount: number
  },
): Promise<PaymentRow | undefined> {
  const [row] = await db
    .insert(payments)
    .values({ ...payment, method: onDeliveryMethod, status: 'succeeded' })
    .onConflictDoNothing({ target: payments.tradeNo })
    .returning()
  if (!row) return undefined
  const { orderId, capturedAmount: amount, provider } = payment
  await writeEntry(db, { kind: 'captured', orderId, amount })
  countOutcome(db, provider, 'succeeded')
  return row
}

/** An attempt that a gateway decides later. */
export async function insertAttempt(
  db: Db,
  {
    isOfBalance,
    ...attempt
  }: Pick<PaymentRow, 'id' | 'orderId' | 'provider' | 'merchant' | 'method' | 'amount'> & {
    tradeNo: string
    isOfBalance: boolean
  },
): Promise<PaymentRow> {
  const of = isOfBalance ? ofBalance : {}
  const created = { ...attempt, ...of, status: 'created', reference: attempt.tradeNo } as const
  const [row] = await db.insert(payments).values(created).returning()
  if (!row) throw new Error('an inserted attempt came back empty')
  return row
}

/** An attempt that waits for a transfer into the shop's account, shown `until` then or for so many days. */
export async function insertTransfer(
  db: Db,
  {
    days,
    until,
    account,
    isOfBalance,
    ...attempt
  }: Pick<PaymentRow, 'id' | 'orderId' | 'method' | 'amount'> & {
    days: number
    until: Date | undefined
    account: string
    isOfBalance: boolean
  },
): Promise<{ dueAt: Date }> {
  const [row] = await db
    .insert(payments)
    .values({
      ...attempt,
      ...(isOfBalance && ofBalance),
      provider: 'manual',
      status: 'pending',
      reference: attempt.id,
      number: { account },
      dueAt: until ?? sql`now() + make_interval(days => ${days})`,
    })
    .returning({ dueAt: payments.dueAt })
  if (!row?.dueAt) throw new Error('an inserted transfer came back empty')
  return { dueAt: row.dueAt }
}

/** The transfer that an order waits for, of its price or of a balance; its row is locked. */
export async function lockOpenTransfer(
  db: Db,
  orderId: string,
  { isOfBalance }: { isOfBalance: boolean },
): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.orderId, orderId),
        eq(payments.status, 'pending'),
        eq(payments.method, transferMethod),
        eq(payments.supplements, isOfBalance),
      ),
    )
    .orderBy(desc(payments.createdAt))
    .limit(1)
    .for('update')
  return row
}

/** An open transfer is one of the sum that is to be paid by now; of none it is over. */
export async function followSum(
  db: Db,
  orderId: string,
  { amount, isOfBalance }: { amount: number; isOfBalance: boolean },
): Promise<void> {
  const transfer = await lockOpenTransfer(db, orderId, { isOfBalance })
  if (transfer && isOfBalance && amount === 0) await transitionAttempt(db, transfer, 'expired')
  else if (transfer) await db.update(payments).set({ amount }).where(eq(payments.id, transfer.id))
}

/** `succeeded` stands for what came in. */
export function attemptState(status: PaymentStatus): AttemptState {
  return status === 'succeeded' ? 'captured' : status
}

function storedStatus(state: AttemptState): PaymentStatus {
  return state === 'captured' ? 'succeeded' : state
}

/**
 * Besides the inserts, the only writer of the state, and of what it means in the books. False when
 * there is nothing to do.
 */
export async function transitionAttempt(
  db: Db,
  attempt: PaymentRow,
  event: AttemptEvent,
  news: Partial<
    Pick<
      PaymentRow,
      | 'counts'
      | 'supplements'
      | 'gatewayTradeNo'
      | 'authorisation'
      | 'capturedAmount'
      | 'message'
      | 'number'
      | 'dueAt'
      | 'task'
    >
  > = {},
): Promise<boolean> {
  const next = nextAttemptState(attemptState(attempt.status), event)
  if (!next) return false
  await db
    .update(payments)
    .set({
      ...news,
      status: storedStatus(next),
      stateSince: sql`now()`,
      // Only what is authorised, or was, has something left for the gateway to do.
      task: news.task ?? null,
      taskSince: news.task ? sql`now()` : null,
    })
    .where(eq(payments.id, attempt.id))
  await writeAttemptEntries(db, attempt, next, news.capturedAmount)
  countOutcome(db, attempt.provider, storedStatus(next))
  return true
}

type Entry = Pick<typeof bookEntries.$inferInsert, 'kind' | 'orderId' | 'amount'>

async function writeEntry(db: Db, entry: Entry): Promise<void> {
  await db.insert(bookEntries).values(entry)
}

/** Writes the entries of an attempt that has just moved. */
async function writeAttemptEntries(
  db: Db,
  attempt: PaymentRow,
  next: AttemptState,
  capturedAmount: number | null | undefined,
): Promise<void> {
  const { id, orderId, status } = attempt
  if (next === 'captured') {
    const amount = capturedAmount ?? moneyOf(attempt)
    await writeEntry(db, { kind: 'captured', orderId, amount })
    // Refunds before the capture were no money of the books until now.
    if (status === 'authorised') {
      await db.execute(sql`
        insert into book_entries (kind, order_id, amount)
        select 'refunded', order_id, amount from refunds
        where payment_id = ${id} and state = 'done' order by done_at`)
    }
  }
  if (next !== 'voided' || status !== 'succeeded') return
  // Money given back as a refund is an entry of that refund.
  const isRefunded = and(
    eq(refunds.paymentId, id),
    notInArray(refunds.state, ['failed', 'dropped']),
  )
  if ((await db.$count(refunds, isRefunded)) > 0) return
  await writeEntry(db, { kind: 'withdrawn', orderId, amount: moneyOf(attempt) })
}

function countOutcome(db: Db, provider: string, outcome: PaymentStatus): void {
  afterCommit(db, () => paymentOutcomes.inc({ provider, outcome }))
}

/** The gateway's task for an attempt, or its failed task and why; null: nothing. */
export async function setAttemptTask(
  db: Db,
  id: string,
  task: GatewayTask | null,
  news: { message?: string; chargedAmount?: number } = {},
): Promise<void> {
  const taskSince = task && sql`now()`
  await db
    .update(payments)
    .set({ ...news, task, taskSince })
    .where(eq(payments.id, id))
}

/** Changes what the gateway has to do, unless that is another thing by now; false then. */
export async function changeAttemptTask(
  db: Db,
  id: string,
  { from, to }: { from: GatewayTask; to: GatewayTask },
): Promise<boolean> {
  const { rowCount } = await db
    .update(payments)
    .set({ task: to, taskSince: sql`now()` })
    .where(and(eq(payments.id, id), eq(payments.task, from)))
  return rowCount === 1
}

/** A payment as its provider needs it. */
export function attemptOf(row: PaymentRow): PaidAttempt {
  const { id, orderId, amount, gatewayTradeNo, authorisation } = row
  const tradeNo = row.tradeNo ?? ''
  return { id, orderId, method: ownMethod(row), amount, tradeNo, gatewayTradeNo, authorisation }
}

/** Amount received or authorised, in whole NT$. */
export function moneyOf({
  capturedAmount,
  amount,
}: Pick<PaymentRow, 'capturedAmount' | 'amount'>): number {
  return capturedAmount ?? amount
}

export async function setAttemptMessage(db: Db, id: string, message: string): Promise<void> {
  await db.update(payments).set({ message }).where(eq(payments.id, id))
}

export async function setAuthorisation(db: Db, id: string, authorisation: string): Promise<void> {
  await db.update(payments).set({ authorisation }).where(eq(payments.id, id))
}

export async function setGatewayTradeNo(db: Db, id: string, gatewayTradeNo: string): Promise<void> {
  await db.update(payments).set({ gatewayTradeNo }).where(eq(payments.id, id))
}

const counting: PaymentStatus[] = ['authorised', 'succeeded']
const counts = (orderId: string) =>
  and(eq(payments.orderId, orderId), inArray(payments.status, counting), payments.counts)

/** The payment that counts for an order; undefined when none does. */
export async function findCountingPayment(db: Db, orderId: string) {
  const [row] = await db.select().from(payments).where(counts(orderId))
  return row
}

/** Whether a payment is a part of the price of its order: money beside it goes back. */
export function isOfPrice({ counts, supplements }: Pick<PaymentRow, 'counts' | 'supplements'>) {
  return counts || supplements
}

const ofPrice = (orderId: string) =>
  and(
    eq(payments.orderId, orderId),
    inArray(payments.status, counting),
    or(payments.counts, payments.supplements),
  )

/** The payments of the price of an order, the last one first: refunds are taken from them one by one. */
export async function listMoney(db: Db, orderId: string): Promise<PaymentRow[]> {
  return listed(db, orderId)
}

const listed = (db: Db, orderId: string) =>
  db
    .select()
    .from(payments)
    .where(ofPrice(orderId))
    .orderBy(payments.counts, desc(payments.createdAt), desc(payments.id))

/** Locks them until the end of the transaction. */
export async function lockMoney(db: Db, orderId: string): Promise<PaymentRow[]> {
  return listed(db, orderId).for('update')
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

/** Whether anybody has begun to pay an order; also a card that was refused may be tried again there. */
export async function hasAttempts(db: Db, orderId: string): Promise<boolean> {
  return (await db.$count(payments, eq(payments.orderId, orderId))) > 0
}

/** Undefined when there is no such attempt. The row is locked until the end of the transaction. */
export async function lockPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id)).for('update')
  return row
}

export async function findByTradeNumber(db: Db, tradeNo: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.tradeNo, tradeNo))
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

/** The newest attempt whose number an order can still be paid by, at its price or balance of now. */
export async function findDueAttempt(
  db: Db,
  order: Pick<OrderRow, 'id' | 'state' | 'total' | 'isPayable' | 'balanceDue'>,
): Promise<PaymentRow | undefined> {
  const isOfBalance = order.balanceDue > 0
  if (!isOfBalance && (order.state !== 'placed' || !order.isPayable)) return undefined
  const [row] = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.orderId, order.id),
        eq(payments.status, 'pending'),
        eq(payments.amount, isOfBalance ? order.balanceDue : order.total),
        eq(payments.supplements, isOfBalance),
        isNotNull(payments.number),
        sql`${payments.dueAt} > now()`,
      ),
    )
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(1)
  return row
}

/** Still payable: after a refusal the gateway's page takes another card. */
const open: PaymentStatus[] = ['created', 'pending', 'failed']

/** The attempts of an order that can still become money. */
export function listOpenAttempts(db: Db, orderId: string): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.status, open)))
    .orderBy(payments.id)
}
