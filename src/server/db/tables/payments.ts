import { sql } from 'drizzle-orm'
import { bigint, check, date, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { RefundState } from '#contract/order-life.ts'
import { idColumn, instant } from '../columns.ts'
import { orders } from './orders.ts'

/** `voided`: it counted once, and an administrator took it back. */
export type PaymentStatus = 'succeeded' | 'failed' | 'voided'

/** One attempt to pay an order; at most one of an order counts. */
export const payments = pgTable(
  'payments',
  {
    id: idColumn('id').primaryKey(),
    orderId: idColumn('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    method: text('method').notNull(),
    /** In whole NT$. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    status: text('status').$type<PaymentStatus>().notNull(),
    /** The id of the payment at the provider. */
    reference: text('reference').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('payments_amount', sql`${table.amount} >= 0`),
    check('payments_status', sql`${table.status} in ('succeeded', 'failed', 'voided')`),
    uniqueIndex('payments_one_that_counts').on(table.orderId).where(sql`status = 'succeeded'`),
    index('payments_by_order').on(table.orderId),
  ],
)

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
  },
  (table) => [
    check('refunds_amount', sql`${table.amount} > 0`),
    check('refunds_state', sql`${table.state} in ('queued', 'sent', 'done', 'failed', 'manual')`),
    check('refunds_done_at', sql`(${table.state} = 'done') = (${table.doneAt} is not null)`),
    index('refunds_by_order').on(table.orderId, table.id),
    index('refunds_by_payment').on(table.paymentId),
    index('refunds_by_state').on(table.state, table.id),
  ],
)
