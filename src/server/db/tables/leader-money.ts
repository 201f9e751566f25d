import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import type { LeaderWay } from '#contract/campaign-states.ts'
import { idColumn, instant } from '../columns.ts'
import { groups } from './groups.ts'
import { orders } from './orders.ts'
import { participations } from './participations.ts'

/**
 * Payments of participants to the leader of their group, as the leader ticked them: no money of the
 * shop's books. A correction takes a row back and writes another.
 */
export const leaderReceipts = pgTable(
  'leader_receipts',
  {
    id: idColumn('id').primaryKey(),
    groupId: idColumn('group_id')
      .notNull()
      .references(() => groups.id),
    participationId: idColumn('participation_id')
      .notNull()
      .references(() => participations.id),
    orderId: idColumn('order_id')
      .notNull()
      .references(() => orders.id),
    /** In whole NT$; below 0: given back to the participant. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    way: text('way').$type<LeaderWay>().notNull(),
    lastFive: text('last_five'),
    note: text('note').notNull().default(''),
    /** When the leader got it, as the leader says. */
    receivedAt: instant('received_at').notNull(),
    by: text('by').notNull(),
    at: instant('at').notNull().defaultNow(),
    voidedAt: instant('voided_at'),
  },
  (table) => [
    check('leader_receipts_amount', sql`${table.amount} <> 0`),
    check('leader_receipts_way', sql`${table.way} in ('cash', 'transfer', 'line_pay', 'other')`),
    index('leader_receipts_by_group').on(table.groupId, table.id),
    index('leader_receipts_by_order').on(table.orderId),
  ],
)

/**
 * Hand-overs of a leader to the shop: announced by the leader, booked by the shop with what it
 * really received, or booked without an announcement. Only a booked one is money of the shop.
 */
export const leaderHandOvers = pgTable(
  'leader_hand_overs',
  {
    id: idColumn('id').primaryKey(),
    groupId: idColumn('group_id')
      .notNull()
      .references(() => groups.id),
    /** In whole NT$, as announced; of one without an announcement, as booked. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    way: text('way').$type<LeaderWay>().notNull(),
    lastFive: text('last_five'),
    note: text('note').notNull().default(''),
    by: text('by').notNull(),
    at: instant('at').notNull().defaultNow(),
    /** In whole NT$, what the shop received. */
    booked: bigint('booked', { mode: 'number' }),
    bookedAt: instant('booked_at'),
    bookedBy: text('booked_by'),
    /** Withdrawn by the leader, or taken back by the shop. */
    voidedAt: instant('voided_at'),
  },
  (table) => [
    check('leader_hand_overs_amount', sql`${table.amount} > 0 and ${table.booked} > 0`),
    check('leader_hand_overs_way', sql`${table.way} in ('cash', 'transfer', 'line_pay', 'other')`),
    check(
      'leader_hand_overs_booked',
      sql`(${table.booked} is null) = (${table.bookedAt} is null)
        and (${table.booked} is null) = (${table.bookedBy} is null)`,
    ),
    index('leader_hand_overs_by_group').on(table.groupId, table.id),
  ],
)
