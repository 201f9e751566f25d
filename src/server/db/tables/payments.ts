import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
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
