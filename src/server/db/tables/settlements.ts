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
    qty: integer('qty').notNull(),
    note: text('note').notNull().default(''),
    by: text('by').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    check('campaign_receipts_qty', sql`${table.qty} <> 0`),
    index('campaign_receipts_by_campaign').on(table.campaignId, table.variantId),
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
