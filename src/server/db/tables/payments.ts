import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { RefundState } from '#contract/order-life.ts'
import { bytes, idColumn, instant } from '../columns.ts'
import { orders } from './orders.ts'

/** Payment number issued by a gateway. */
export interface IssuedNumber {
  bankCode?: string
  account?: string
  code?: string
  barcodes?: string[]
}

/**
 * `succeeded` is a captured attempt. `voided`: it counted once, and was
 * taken back.
 */
export type PaymentStatus =
  | 'created'
  | 'pending'
  | 'authorised'
  | 'succeeded'
  | 'failed'
  | 'expired'
  | 'voided'

/** A task of the gateway for an authorised attempt, open or failed. */
export type GatewayTask = 'capture' | 'capture_failed' | 'void' | 'void_failed'

/** One attempt to pay an order; at most one of an order counts. */
export const payments = pgTable(
  'payments',
  {
    id: idColumn('id').primaryKey(),
    orderId: idColumn('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    /**
     * The account at the gateway with which it was begun: it is asked, refunded and notified by it.
     * Null: none, or that of the environment of a release before.
     */
    merchant: text('merchant'),
    method: text('method').notNull(),
    /** In whole NT$. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    status: text('status').$type<PaymentStatus>().notNull(),
    /** The id of the payment at the provider. */
    reference: text('reference').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    stateSince: instant('state_since').notNull().defaultNow(),
    /** Our number of the trade at a gateway, unique for ever. */
    tradeNo: text('trade_no').unique('payments_trade_no'),
    /** False for money that came beside what the order was paid with. */
    counts: boolean('counts').notNull().default(true),
    /** It pays what a change has added to the price, beside the payment that counts. */
    supplements: boolean('supplements').notNull().default(false),
    /** The gateway's number of the trade. */
    gatewayTradeNo: text('gateway_trade_no'),
    /** The gateway's number of a card's authorisation. */
    authorisation: text('authorisation'),
    /** Received or authorised, in whole NT$; null: the amount. */
    capturedAmount: bigint('captured_amount', { mode: 'number' }),
    task: text('task').$type<GatewayTask>(),
    taskSince: instant('task_since'),
    /** Charged part of an authorised amount, in whole NT$; null: all of it. */
    chargedAmount: bigint('charged_amount', { mode: 'number' }),
    /** The gateway's words, for the owner. */
    message: text('message'),
    /** Payment number for a machine, a bank or a counter, and its deadline. */
    number: jsonb('number').$type<IssuedNumber>(),
    dueAt: instant('due_at'),
  },
  (table) => [
    check('payments_amount', sql`${table.amount} >= 0`),
    check(
      'payments_status',
      sql`${table.status} in ('created', 'pending', 'authorised', 'succeeded', 'failed', 'expired', 'voided')`,
    ),
    uniqueIndex('payments_one_that_counts')
      .on(table.orderId)
      .where(sql`status in ('authorised', 'succeeded') and counts`),
    check(
      'payments_task',
      sql`${table.task} in ('capture', 'capture_failed', 'void', 'void_failed')`,
    ),
    index('payments_by_order').on(table.orderId),
    index('payments_that_do_not_count')
      .on(table.orderId)
      .where(sql`status in ('authorised', 'succeeded') and not counts`),
    index('payments_by_task').on(table.task, table.taskSince).where(sql`task is not null`),
    index('payments_undecided').on(table.orderId).where(sql`status in ('created', 'pending')`),
  ],
)

/** Every callback as it came: one that is believed whole and once, of any other a head and a hash. */
export const gatewayCallbacks = pgTable(
  'gateway_callbacks',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    /** `notify` or `number`; of any other provider than ECPay after its name and a dot. */
    kind: text('kind').notNull(),
    /** Emptied when it is old. */
    body: bytes('body').notNull(),
    /** SHA-256 of the whole, of one that was not believed or whose body was emptied. */
    bodyHash: text('body_hash'),
    /** The same for all copies of a believed one. */
    digest: text('digest'),
    /** How often it came, and when last. */
    times: integer('times').notNull().default(1),
    lastAt: instant('last_at').notNull().defaultNow(),
    network: text('network').notNull(),
    receivedAt: instant('received_at').notNull().defaultNow(),
    /** Null: it was not read to its end. */
    outcome: text('outcome').$type<'applied' | 'refused'>(),
    /** Why it was refused. */
    reason: text('reason'),
  },
  (table) => [
    check('gateway_callbacks_outcome', sql`${table.outcome} in ('applied', 'refused')`),
    index('gateway_callbacks_by_age').on(table.receivedAt),
    index('gateway_callbacks_with_body').on(table.receivedAt).where(sql`body <> ''`),
    uniqueIndex('gateway_callbacks_by_digest').on(table.kind, table.digest),
  ],
)

/** When the nodes may call a gateway again; a row for each provider. */
export const gatewayPace = pgTable('gateway_pace', {
  provider: text('provider').primaryKey(),
  pausedUntil: instant('paused_until').notNull().default(sql`'-infinity'`),
  nextQueryAt: instant('next_query_at').notNull().default(sql`'-infinity'`),
})

/** Money on its way back to a shopper; never more of a payment than came in. */
export const refunds = pgTable(
  'refunds',
  {
    id: idColumn('id').primaryKey(),
    orderId: idColumn('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    paymentId: idColumn('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    /** In whole NT$. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    reason: text('reason').notNull(),
    state: text('state').$type<RefundState>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    stateSince: instant('state_since').notNull().defaultNow(),
    doneAt: instant('done_at'),
    /** When an administrator remitted it, and the last five digits of the shopper's account. */
    remittedOn: date('remitted_on', { mode: 'string' }),
    accountLast5: text('account_last5'),
    /** Why it waits or failed, for the owner. */
    lastError: text('last_error'),
    /** How often the gateway was called for it, answered or not. */
    attempts: integer('attempts').notNull().default(0),
    /** The part of a capture above the final price: the shopper never paid it. */
    isOfCapture: boolean('is_of_capture').notNull().default(false),
    /** The order costs so much less than was paid: its total has fallen by it, so it is no part of that. */
    isOfChange: boolean('is_of_change').notNull().default(false),
    /** The member took it as 購物金: the money stays with the shop, which owes it from then on. */
    toCredit: boolean('to_credit').notNull().default(false),
  },
  (table) => [
    check('refunds_amount', sql`${table.amount} > 0`),
    check(
      'refunds_state',
      sql`${table.state} in ('queued', 'sent', 'done', 'failed', 'manual', 'dropped')`,
    ),
    check('refunds_done_at', sql`(${table.state} = 'done') = (${table.doneAt} is not null)`),
    index('refunds_by_order').on(table.orderId, table.id),
    index('refunds_by_payment').on(table.paymentId),
    index('refunds_by_state').on(table.state, table.id),
  ],
)

/** The goods that a refund is for, as far as somebody said so; the rest of its amount is for the whole. */
export const refundLines = pgTable(
  'refund_lines',
  {
    refundId: idColumn('refund_id')
      .notNull()
      .references(() => refunds.id, { onDelete: 'cascade' }),
    /** Of the order. */
    lineId: idColumn('line_id').notNull(),
    qty: integer('qty').notNull(),
    /** In whole NT$. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.refundId, table.lineId] }),
    check('refund_lines_values', sql`${table.qty} >= 0 and ${table.amount} >= 0`),
  ],
)

/** Where the shopper of an order wants money to be remitted that no gateway gives back. */
export const refundAccounts = pgTable('refund_accounts', {
  orderId: idColumn('order_id')
    .primaryKey()
    .references(() => orders.id, { onDelete: 'cascade' }),
  bankCode: text('bank_code').notNull(),
  account: text('account').notNull(),
  /** Of whom the account is. */
  holder: text('holder').notNull(),
  givenAt: instant('given_at').notNull().defaultNow(),
})
