import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { CommissionKind } from '#contract/campaign-states.ts'
import { idColumn, instant } from '../columns.ts'
import { campaigns } from './campaigns.ts'
import { groups } from './groups.ts'
import { orders } from './orders.ts'
import { refunds } from './payments.ts'

export interface SupplierOrderLine {
  productId: string
  /** Absent of a product without options. */
  variantId?: string
  /** Absent, too, of orders from before it was kept. */
  variantTitle?: string
  title: string
  qty: number
}

/** Orders to the supplier, each under a number. Append-only. */
export const supplierOrders = pgTable(
  'supplier_orders',
  {
    campaignId: idColumn('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    n: integer('n').notNull(),
    lines: jsonb('lines').$type<SupplierOrderLine[]>().notNull(),
    by: text('by').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.n] })],
)

/** Receipts from the supplier; a mistake is taken back by a negative one. Append-only. */
export const campaignReceipts = pgTable(
  'campaign_receipts',
  {
    id: idColumn('id').primaryKey(),
    campaignId: idColumn('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    /** As in `stock`. */
    variantId: idColumn('product_id').notNull(),
    /** Usable pieces, as the stock has them. */
    qty: integer('qty').notNull(),
    /** Pieces that came beside them and cannot be given out. */
    damaged: integer('damaged').notNull().default(0),
    note: text('note').notNull().default(''),
    by: text('by').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    check('campaign_receipts_qty', sql`${table.qty} <> 0 or ${table.damaged} <> 0`),
    index('campaign_receipts_by_campaign').on(table.campaignId, table.variantId),
  ],
)

/** Places that an arrival gave fewer pieces than they had ordered. */
export const allotments = pgTable(
  'allotments',
  {
    id: idColumn('id').primaryKey(),
    campaignId: idColumn('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    orderId: idColumn('order_id')
      .notNull()
      .references(() => orders.id),
    /** The run that gave it. */
    runId: idColumn('run_id').notNull(),
    /** Pieces of the order before and after; 0: the order ends. */
    ordered: integer('ordered').notNull(),
    given: integer('given').notNull(),
    /** Null where nothing was paid. */
    refundId: idColumn('refund_id').references(() => refunds.id),
    at: instant('at').notNull().defaultNow(),
    /** When its refund was started, after the end of the undo period of the run. */
    settledAt: instant('settled_at'),
    undoneAt: instant('undone_at'),
  },
  (table) => [
    check('allotments_given', sql`${table.given} >= 0 and ${table.given} < ${table.ordered}`),
    check('allotments_end', sql`${table.settledAt} is null or ${table.undoneAt} is null`),
    index('allotments_by_order').on(table.orderId),
    index('allotments_by_run').on(table.runId),
  ],
)

/** Commission of leaders: earned is positive, reversed and paid are negative. Append-only. */
export const commissionEntries = pgTable(
  'commission_entries',
  {
    id: idColumn('id').primaryKey(),
    groupId: idColumn('group_id').references(() => groups.id),
    leaderId: text('leader_id').notNull(),
    orderId: idColumn('order_id').references(() => orders.id),
    kind: text('kind').$type<CommissionKind>().notNull(),
    /** In whole NT$, as it changes the balance. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    note: text('note').notNull().default(''),
    by: text('by').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    check('commission_entries_kind', sql`${table.kind} in ('earned', 'reversed', 'paid')`),
    check(
      'commission_entries_amount',
      sql`case when ${table.kind} = 'earned' then ${table.amount} >= 0 else ${table.amount} <= 0 end`,
    ),
    check('commission_entries_order', sql`(${table.kind} = 'paid') = (${table.orderId} is null)`),
    uniqueIndex('commission_entries_earned_once')
      .on(table.orderId)
      .where(sql`${table.kind} = 'earned'`),
    index('commission_entries_by_order').on(table.orderId),
    index('commission_entries_by_leader').on(table.leaderId, table.id),
    index('commission_entries_by_group').on(table.groupId),
  ],
)
