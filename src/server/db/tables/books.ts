import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { idColumn, instant } from '../columns.ts'

/**
 * What money did and when, written by what moves a payment or a refund: a day that is over never
 * changes, because what happens to its money later is an entry of a later day.
 */
export const bookEntries = pgTable(
  'book_entries',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    at: instant('at').notNull().defaultNow(),
    kind: text('kind').$type<'captured' | 'withdrawn' | 'refunded'>().notNull(),
    orderId: idColumn('order_id').notNull(),
    /** In whole NT$, never negative. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  (table) => [
    check('book_entries_kind', sql`${table.kind} in ('captured', 'withdrawn', 'refunded')`),
    check('book_entries_amount', sql`${table.amount} >= 0`),
    index('book_entries_by_time').on(table.at, table.kind, table.amount),
  ],
)

/**
 * What was sold of a product in the orders that are not cancelled, by the day and the month of Taipei
 * in which they were placed. Written by a job from `sold_changes`; `recount_sold` recomputes it.
 */
export const soldSums = pgTable(
  'sold_sums',
  {
    unit: text('unit').$type<'day' | 'month'>().notNull(),
    start: instant('start').notNull(),
    productId: idColumn('product_id').notNull(),
    units: bigint('units', { mode: 'number' }).notNull(),
    /** In whole NT$, before coupons. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.unit, table.start, table.productId] }),
    check('sold_sums_unit', sql`${table.unit} in ('day', 'month')`),
    // With all columns: a range is read from the index alone. Each month ends with what sold most.
    index('sold_sums_by_units').on(
      table.unit,
      table.start,
      table.units,
      table.productId,
      table.amount,
    ),
  ],
)

/**
 * What is not in `sold_sums` yet: triggers on orders and their lines append to it, so that orders of
 * one product do not wait for each other. A report reads both.
 */
export const soldChanges = pgTable('sold_changes', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  /** When the order was placed. */
  at: instant('at').notNull(),
  productId: idColumn('product_id').notNull(),
  units: bigint('units', { mode: 'number' }).notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
})

const daySumColumns = {
  /** Orders that are not cancelled, by the day in which they were placed. */
  orders: bigint('orders', { mode: 'number' }).notNull().default(0),
  /** Payments captured less those withdrawn. */
  payments: bigint('payments', { mode: 'number' }).notNull().default(0),
  /** In whole NT$, less what was withdrawn. */
  received: bigint('received', { mode: 'number' }).notNull().default(0),
  refunded: bigint('refunded', { mode: 'number' }).notNull().default(0),
}

/**
 * Orders and book entries by the day of Taipei. Written by a job from `day_changes`; `recount_days`
 * recomputes them.
 */
export const daySums = pgTable('day_sums', {
  start: instant('start').primaryKey(),
  ...daySumColumns,
})

/** What is not in `day_sums` yet, written by triggers on orders and book entries. */
export const dayChanges = pgTable('day_changes', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  at: instant('at').notNull(),
  ...daySumColumns,
})
