import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, instant } from '../columns.ts'

/**
 * Movements of money and their times, written by the functions that move a payment or a refund. A
 * day that is over never changes: what happens to its money later is an entry of a later day.
 */
export const bookEntries = pgTable(
  'book_entries',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    at: instant('at').notNull().defaultNow(),
    /** `credited`: owed to a member from now on, as 購物金; no money left the shop. */
    kind: text('kind').$type<'captured' | 'withdrawn' | 'refunded' | 'credited'>().notNull(),
    orderId: idColumn('order_id').notNull(),
    /** In whole NT$, never negative. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  (table) => [
    check(
      'book_entries_kind',
      sql`${table.kind} in ('captured', 'withdrawn', 'refunded', 'credited')`,
    ),
    check('book_entries_amount', sql`${table.amount} >= 0`),
    index('book_entries_by_time').on(table.at, table.kind, table.amount),
    index('book_entries_by_order').on(table.orderId, table.kind, table.amount),
  ],
)
