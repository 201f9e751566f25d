import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { ParticipationState } from '#contract/campaign-states.ts'
import { idColumn, instant } from '../columns.ts'
import { campaignSellers, campaigns } from './campaigns.ts'
import { groups } from './groups.ts'
import { orders } from './orders.ts'

/** One member's place in a group; it is an order with a group. */
export const participations = pgTable(
  'participations',
  {
    id: idColumn('id').primaryKey(),
    /** The order of joining. */
    seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    groupId: idColumn('group_id')
      .notNull()
      .references(() => groups.id),
    campaignId: idColumn('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    memberId: text('member_id').notNull(),
    orderId: idColumn('order_id')
      .notNull()
      .references(() => orders.id),
    qty: integer('qty').notNull(),
    /**
     * Of a place that is paid after success: its member has not proved the mailbox yet, so it counts
     * neither for the minimum nor for the price, and ends when its group closes.
     */
    needsProof: boolean('needs_proof').notNull().default(false),
    state: text('state').$type<ParticipationState>().notNull(),
    /** The ceiling that was shown, in whole NT$. */
    quotedTotal: bigint('quoted_total', { mode: 'number' }).notNull(),
    finalTotal: bigint('final_total', { mode: 'number' }),
    /** Whether it may be cut to fewer pieces if it does not fit into the whole lots. */
    acceptsFewer: boolean('accepts_fewer').notNull(),
    isAnonymous: boolean('is_anonymous').notNull(),
    /** Shown to others: 「王○○」. */
    shownName: text('shown_name').notNull(),
    /** Channel of the shared link that led to it, such as `line`, as the browser said. */
    via: text('via'),
    /** The seller whose link led to it; a trigger refuses a change. */
    sellerId: idColumn('seller_id').references(() => campaignSellers.id),
    /** Until then it waits for the authorisation of a card; null: it does not. */
    holdUntil: instant('hold_until'),
    /** When it lapses unless it is paid, as the decision set it; `expires_at` of its order may be later. */
    payBy: instant('pay_by'),
    /** Reminders that the leader sent. */
    remindedAt: timestamp('reminded_at', { withTimezone: true, mode: 'date' })
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The last digits of the account that the member transferred to the leader from. */
    lastFive: text('last_five'),
    handedOutAt: instant('handed_out_at'),
    joinedAt: instant('joined_at').notNull(),
    endedAt: instant('ended_at'),
    /** Why it ended, for the shopper to read. */
    endReason: text('end_reason'),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    uniqueIndex('participations_order').on(table.orderId),
    uniqueIndex('participations_live')
      .on(table.groupId, table.memberId)
      .where(sql`state in ('held', 'authorised', 'awaiting_payment', 'confirmed')`),
    check(
      'participations_state',
      sql`${table.state} in ('held', 'authorised', 'awaiting_payment', 'confirmed', 'withdrawn', 'lapsed', 'released')`,
    ),
    check('participations_qty', sql`${table.qty} between 1 and 9999`),
    check(
      'participations_totals',
      sql`${table.quotedTotal} >= 0 and ${table.finalTotal} between 0 and ${table.quotedTotal}`,
    ),
    check(
      'participations_ended',
      sql`(${table.state} in ('withdrawn', 'lapsed', 'released')) = (${table.endedAt} is not null)`,
    ),
    check(
      'participations_needs_proof',
      sql`not ${table.needsProof} or ${table.state} not in ('authorised', 'awaiting_payment', 'confirmed')`,
    ),
    index('participations_by_group').on(table.groupId, table.seq),
    index('participations_by_campaign').on(table.campaignId, table.state),
    index('participations_by_member').on(table.memberId, table.id),
    index('participations_by_seller').on(table.sellerId).where(sql`seller_id is not null`),
    index('participations_to_hold').on(table.holdUntil).where(sql`state = 'held'`),
    index('participations_to_prove').on(table.memberId).where(sql`state = 'held' and needs_proof`),
    index('participations_to_pay').on(table.payBy).where(sql`state = 'awaiting_payment'`),
  ],
)

/** Every move along the three tables of states. Append-only. */
export const groupEvents = pgTable(
  'group_events',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    campaignId: idColumn('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    groupId: idColumn('group_id').references(() => groups.id),
    participationId: idColumn('participation_id').references(() => participations.id),
    event: text('event').notNull(),
    /** Null for what begins with it. */
    fromState: text('from_state'),
    toState: text('to_state').notNull(),
    /** An owner as in `orders`, `a:` and an administrator's id, or `s:` and the kind of actor. */
    actor: text('actor').notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    index('group_events_by_campaign').on(table.campaignId, table.id),
    index('group_events_by_group').on(table.groupId, table.id),
    index('group_events_by_participation').on(table.participationId, table.id),
  ],
)

/** Pardons of a member by the staff: places that lapsed before no longer count against joining. */
export const groupPardons = pgTable(
  'group_pardons',
  {
    id: idColumn('id').primaryKey(),
    memberId: text('member_id').notNull(),
    by: text('by').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [index('group_pardons_by_member').on(table.memberId, table.at)],
)
