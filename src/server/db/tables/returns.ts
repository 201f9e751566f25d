import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import type { Carrier } from '#contract/order-states.ts'
import type { RefundTarget, ReturnState, ReturnWay } from '#contract/return-states.ts'
import { idColumn, instant } from '../columns.ts'
import { orders } from './orders.ts'

/** Goods of an order that come back together; an order may have several. */
export const returnCases = pgTable(
  'return_cases',
  {
    id: idColumn('id').primaryKey(),
    orderId: idColumn('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    state: text('state').$type<ReturnState>().notNull().default('asked'),
    isOfStaff: boolean('is_of_staff').notNull().default(false),
    /** Of the shopper, or of the staff that entered it. */
    reason: text('reason').notNull().default(''),
    /** Null: the goods were back when it was recorded. */
    way: text('way').$type<ReturnWay>(),
    refundTo: text('refund_to').$type<RefundTarget>().notNull().default('source'),
    carrier: text('carrier').$type<Carrier>(),
    trackingNumber: text('tracking_number').notNull().default(''),
    /** The words of the shop, as it accepted or refused it. */
    answer: text('answer'),
    /** The notice: from then on the shop has 15 days to fetch the goods. */
    askedAt: instant('asked_at').notNull().default(sql`shop_now()`),
    acceptedAt: instant('accepted_at'),
    /** The goods are back: from then on the shop has 15 days to pay back. */
    receivedAt: instant('received_at'),
    judgedAt: instant('judged_at'),
    endedAt: instant('ended_at'),
    /** The shipping fee that it pays back, in whole NT$, because nothing is left of the order. */
    fee: bigint('fee', { mode: 'number' }).notNull().default(0),
    /** In whole NT$, once it is decided. */
    refund: bigint('refund', { mode: 'number' }),
    /** Of several payments, that of the last part; null where nothing was to be paid back. */
    refundId: idColumn('refund_id'),
    refundNote: text('refund_note'),
    /** Paid back although nothing came back. */
    isWithoutGoods: boolean('is_without_goods').notNull().default(false),
  },
  (table) => [
    index('return_cases_by_order').on(table.orderId, table.id),
    index('return_cases_by_state').on(table.state, table.id),
    check(
      'return_cases_state',
      sql`${table.state} in ('asked', 'accepted', 'refused', 'withdrawn', 'received', 'judged', 'refunded')`,
    ),
    check('return_cases_amounts', sql`${table.fee} >= 0 and ${table.refund} >= 0`),
    check(
      'return_cases_ended',
      sql`(${table.state} in ('refused', 'withdrawn', 'refunded')) = (${table.endedAt} is not null)`,
    ),
  ],
)

/** Pieces of a line of the order; once they are judged, how many came back and what was paid for them. */
export const returnLines = pgTable(
  'return_lines',
  {
    caseId: idColumn('case_id')
      .notNull()
      .references(() => returnCases.id, { onDelete: 'cascade' }),
    lineId: idColumn('line_id').notNull(),
    qty: integer('qty').notNull(),
    /** Sold again. */
    toStock: integer('to_stock').notNull().default(0),
    writtenOff: integer('written_off').notNull().default(0),
    /** Paid for the pieces that came back, in whole NT$; null until they are judged. */
    amount: bigint('amount', { mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.caseId, table.lineId] }),
    check(
      'return_lines_pieces',
      sql`${table.qty} > 0 and ${table.toStock} >= 0 and ${table.writtenOff} >= 0
        and ${table.toStock} + ${table.writtenOff} <= ${table.qty}`,
    ),
    check('return_lines_amount', sql`${table.amount} >= 0`),
  ],
)
