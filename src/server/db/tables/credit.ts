import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { CreditCause, CreditKind } from '#contract/credit-kinds.ts'
import { idColumn, instant } from '../columns.ts'

/**
 * The ledger of what members have at the shop, in whole NT$. Append-only. Each entry stands for both
 * of its sides: the account of the member, and the side of the shop that its cause names. A lot is
 * what came in at once and ends at once: its first entry has its id, what is taken of it later names
 * it, and its entries together are what is left of it.
 */
export const creditEntries = pgTable(
  'credit_entries',
  {
    id: idColumn('id').primaryKey(),
    memberId: idColumn('member_id').notNull(),
    kind: text('kind').$type<CreditKind>().notNull(),
    lot: idColumn('lot').notNull(),
    /** In whole NT$; below 0: taken from the member. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    cause: text('cause').$type<CreditCause>().notNull(),
    orderId: idColumn('order_id'),
    refundId: idColumn('refund_id'),
    /** Percent of the goods that an order has earned. */
    percent: integer('percent'),
    /** The last day of the lot, in Taipei; the latest of its entries counts. */
    endsOn: date('ends_on', { mode: 'string' }),
    actor: text('actor').notNull(),
    /** Of the staff, for the member to read. */
    reason: text('reason').notNull().default(''),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    check('credit_entries_kind', sql`${table.kind} in ('credit', 'points')`),
    check(
      'credit_entries_cause',
      sql`${table.cause} in ('refund', 'gift', 'hand', 'order_used', 'order_given_back', 'earned', 'taken_back', 'expired')`,
    ),
    check(
      'credit_entries_amount',
      sql`case when ${table.id} = ${table.lot} or ${table.cause} = 'order_given_back'
        then ${table.amount} > 0 else ${table.amount} < 0 end`,
    ),
    index('credit_entries_by_member').on(table.memberId, table.id),
    index('credit_entries_by_lot').on(table.lot),
    index('credit_entries_by_order')
      .on(table.orderId, table.cause)
      .where(sql`order_id is not null`),
    index('credit_entries_by_end').on(table.endsOn, table.lot).where(sql`ends_on is not null`),
  ],
)

/** The sums of the ledger by member: the row that is locked before anything of a member moves. */
export const creditBalances = pgTable(
  'credit_balances',
  {
    memberId: idColumn('member_id').primaryKey(),
    /** In whole NT$. */
    credit: bigint('credit', { mode: 'number' }).notNull().default(0),
    points: bigint('points', { mode: 'number' }).notNull().default(0),
    /** The member was told by mail of all that ends until this day. */
    toldUntil: date('told_until', { mode: 'string' }),
  },
  (table) => [check('credit_balances_amounts', sql`${table.credit} >= 0 and ${table.points} >= 0`)],
)
