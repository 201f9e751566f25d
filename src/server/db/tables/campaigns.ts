import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type {
  CampaignKind,
  CampaignMetric,
  CampaignMoney,
  CampaignState,
  ClosingReason,
  CommissionKind,
  Delivery,
  GroupState,
  Outcome,
  ParticipationState,
  Supply,
  WithdrawRule,
} from '#contract/campaign-states.ts'
import { idColumn, instant } from '../columns.ts'
import { orders } from './orders.ts'

/** A draft may leave out all but the title; what is missing is refused when it is published. */
export const campaigns = pgTable(
  'campaigns',
  {
    id: idColumn('id').primaryKey(),
    num: bigint('num', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    kind: text('kind').$type<CampaignKind>().notNull().default('pool'),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    pictures: jsonb('pictures').$type<string[]>().notNull().default([]),
    money: text('money').$type<CampaignMoney>().notNull().default('pay_after_success'),
    metric: text('metric').$type<CampaignMetric>().notNull().default('units'),
    minTarget: integer('min_target'),
    maxUnits: integer('max_units'),
    lotSize: integer('lot_size').notNull().default(1),
    perMemberLimit: integer('per_member_limit'),
    teamHours: integer('team_hours'),
    leadersOnly: boolean('leaders_only').notNull().default(false),
    withdraw: text('withdraw').$type<WithdrawRule>().notNull().default('until_close'),
    coupons: boolean('coupons').notNull().default(false),
    supply: text('supply').$type<Supply>().notNull().default('stock'),
    delivery: text('delivery').$type<Delivery>().notNull().default('each'),
    commissionPercent: integer('commission_percent').notNull().default(0),
    graceMinutes: integer('grace_minutes').notNull().default(15),
    startsAt: instant('starts_at'),
    endsAt: instant('ends_at'),
    state: text('state').$type<CampaignState>().notNull().default('draft'),
    outcome: text('outcome').$type<Outcome>(),
    reason: text('reason'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    archivedAt: instant('archived_at'),
  },
  (table) => [
    check('campaigns_kind', sql`${table.kind} in ('pool', 'team')`),
    check('campaigns_money', sql`${table.money} in ('pay_after_success', 'authorise_capture')`),
    check('campaigns_metric', sql`${table.metric} in ('units', 'members')`),
    check('campaigns_withdraw', sql`${table.withdraw} in ('until_close', 'until_reached')`),
    check('campaigns_supply', sql`${table.supply} in ('stock', 'order')`),
    check('campaigns_delivery', sql`${table.delivery} in ('each', 'leader')`),
    check(
      'campaigns_state',
      sql`${table.state} in ('draft', 'scheduled', 'open', 'closing', 'succeeded', 'failed', 'settled', 'cancelled')`,
    ),
    check('campaigns_outcome', sql`${table.outcome} in ('succeeded', 'failed', 'cancelled')`),
    check('campaigns_title', sql`char_length(${table.title}) between 1 and 60`),
    check('campaigns_min_target', sql`${table.minTarget} between 1 and 100000`),
    check(
      'campaigns_max_units',
      sql`${table.maxUnits} between ${table.minTarget} and 1000000 and ${table.maxUnits} % ${table.lotSize} = 0`,
    ),
    check('campaigns_lot_size', sql`${table.lotSize} between 1 and 1000`),
    check('campaigns_per_member_limit', sql`${table.perMemberLimit} between 1 and 9999`),
    check('campaigns_team_hours_bounds', sql`${table.teamHours} between 1 and 720`),
    check('campaigns_commission', sql`${table.commissionPercent} between 0 and 30`),
    check('campaigns_grace', sql`${table.graceMinutes} between 0 and 60`),
    check('campaigns_ends_at', sql`${table.endsAt} > ${table.startsAt}`),
    check(
      'campaigns_complete',
      sql`${table.state} = 'draft' or (${table.minTarget} is not null and ${table.startsAt} is not null
        and ${table.endsAt} is not null and (${table.kind} = 'team') = (${table.teamHours} is not null))`,
    ),
    check(
      'campaigns_cancelled',
      sql`${table.state} <> 'cancelled' or (${table.reason} is not null and ${table.outcome} = 'cancelled')`,
    ),
    index('campaigns_by_state').on(table.state, table.endsAt).where(sql`archived_at is null`),
    index('campaigns_live').on(table.id).where(sql`archived_at is null`),
  ],
)

/** A product as it was when the campaign was published. */
export interface ProductSnapshot {
  title: string
  unit: string
  picture: string
  /** Its own price outside the campaign, in whole NT$. */
  price: number
}

export const campaignProducts = pgTable(
  'campaign_products',
  {
    campaignId: idColumn('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    productId: idColumn('product_id').notNull(),
    position: integer('position').notNull(),
    snapshot: jsonb('snapshot').$type<ProductSnapshot>(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.productId] }),
    index('campaign_products_by_product').on(table.productId),
  ],
)

export const campaignTiers = pgTable(
  'campaign_tiers',
  {
    campaignId: idColumn('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    fromUnits: integer('from_units').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.position] }),
    uniqueIndex('campaign_tiers_from_units').on(table.campaignId, table.fromUnits),
    check('campaign_tiers_position', sql`${table.position} between 0 and 5`),
    check('campaign_tiers_first', sql`(${table.position} = 0) = (${table.fromUnits} = 1)`),
    check('campaign_tiers_from', sql`${table.fromUnits} >= 1`),
  ],
)

/** In whole NT$ for one piece. */
export const campaignPrices = pgTable(
  'campaign_prices',
  {
    campaignId: idColumn('campaign_id').notNull(),
    position: integer('position').notNull(),
    productId: idColumn('product_id').notNull(),
    unitPrice: integer('unit_price').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.position, table.productId] }),
    foreignKey({
      columns: [table.campaignId, table.position],
      foreignColumns: [campaignTiers.campaignId, campaignTiers.position],
    }).onDelete('cascade'),
    check('campaign_prices_unit_price', sql`${table.unitPrice} >= 1`),
  ],
)

/** The live units of a member over all groups: the row that a limit is held against. */
export const campaignMembers = pgTable(
  'campaign_members',
  {
    campaignId: idColumn('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    memberId: text('member_id').notNull(),
    units: integer('units').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.memberId] }),
    check('campaign_members_units', sql`${table.units} >= 0`),
  ],
)

export const campaignExtensions = pgTable(
  'campaign_extensions',
  {
    campaignId: idColumn('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    n: integer('n').notNull(),
    fromTime: instant('from_time').notNull(),
    toTime: instant('to_time').notNull(),
    reason: text('reason').notNull(),
    by: text('by').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.n] }),
    check('campaign_extensions_n', sql`${table.n} in (1, 2)`),
    check('campaign_extensions_later', sql`${table.toTime} > ${table.fromTime}`),
  ],
)

/**
 * Units and members are kept here for all participations that are live (`taken`) and that count for
 * success (`counted`); `unitsFinal`, `finalTier` and `outcome` are written once, by the decision.
 */
export const groups = pgTable(
  'groups',
  {
    id: idColumn('id').primaryKey(),
    campaignId: idColumn('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    /** What its address carries: 128 random bits in base64url. */
    code: text('code').notNull(),
    /** A pool has one group; null for teams. */
    poolOf: idColumn('pool_of'),
    leaderId: text('leader_id'),
    state: text('state').$type<GroupState>().notNull().default('forming'),
    openedAt: instant('opened_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    closingReason: text('closing_reason').$type<ClosingReason>(),
    graceUntil: instant('grace_until'),
    maxUnits: integer('max_units'),
    unitsTaken: integer('units_taken').notNull().default(0),
    membersTaken: integer('members_taken').notNull().default(0),
    unitsCounted: integer('units_counted').notNull().default(0),
    membersCounted: integer('members_counted').notNull().default(0),
    unitsFinal: integer('units_final'),
    membersFinal: integer('members_final'),
    finalTier: integer('final_tier'),
    outcome: text('outcome').$type<Outcome>(),
    reason: text('reason'),
    reachedAt: instant('reached_at'),
    decidedAt: instant('decided_at'),
    /** What the owner decided about a shortfall after payments. */
    shortfall: text('shortfall').$type<'ship' | 'cancel'>(),
    pickupPlace: text('pickup_place').notNull().default(''),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    uniqueIndex('groups_code').on(table.code),
    uniqueIndex('groups_pool').on(table.poolOf),
    uniqueIndex('groups_leading')
      .on(table.campaignId, table.leaderId)
      .where(sql`pool_of is null and state in ('forming', 'reached', 'closing')`),
    check('groups_pool_of', sql`${table.poolOf} is null or ${table.poolOf} = ${table.campaignId}`),
    check(
      'groups_state',
      sql`${table.state} in ('forming', 'reached', 'closing', 'succeeded', 'failed', 'settled', 'cancelled')`,
    ),
    check('groups_closing_reason', sql`${table.closingReason} in ('deadline', 'full', 'early')`),
    check('groups_outcome', sql`${table.outcome} in ('succeeded', 'failed', 'cancelled')`),
    check('groups_shortfall', sql`${table.shortfall} in ('ship', 'cancel')`),
    check(
      'groups_units',
      sql`0 <= ${table.unitsCounted} and ${table.unitsCounted} <= ${table.unitsTaken} and ${table.unitsTaken} <= ${table.maxUnits}`,
    ),
    check(
      'groups_members',
      sql`0 <= ${table.membersCounted} and ${table.membersCounted} <= ${table.membersTaken}`,
    ),
    check(
      'groups_decided',
      sql`(${table.state} in ('succeeded', 'failed', 'settled')) <= (${table.decidedAt} is not null and ${table.outcome} is not null)`,
    ),
    index('groups_by_campaign').on(table.campaignId, table.id),
    index('groups_by_leader').on(table.leaderId).where(sql`leader_id is not null`),
    index('groups_to_close').on(table.expiresAt).where(sql`state in ('forming', 'reached')`),
    index('groups_to_settle')
      .on(table.state)
      .where(sql`state in ('closing', 'succeeded', 'failed', 'cancelled')`),
  ],
)

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
    state: text('state').$type<ParticipationState>().notNull(),
    /** The ceiling that was shown, in whole NT$. */
    quotedTotal: bigint('quoted_total', { mode: 'number' }).notNull(),
    finalTotal: bigint('final_total', { mode: 'number' }),
    acceptsFewer: boolean('accepts_fewer').notNull(),
    isAnonymous: boolean('is_anonymous').notNull(),
    /** What others see: 「王○○」. */
    shownName: text('shown_name').notNull(),
    via: text('via'),
    holdUntil: instant('hold_until'),
    payBy: instant('pay_by'),
    remindedAt: timestamp('reminded_at', { withTimezone: true, mode: 'date' })
      .array()
      .notNull()
      .default(sql`'{}'`),
    handedOutAt: instant('handed_out_at'),
    joinedAt: instant('joined_at').notNull(),
    endedAt: instant('ended_at'),
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
    index('participations_by_group').on(table.groupId, table.seq),
    index('participations_by_campaign').on(table.campaignId, table.state),
    index('participations_by_member').on(table.memberId, table.id),
    index('participations_to_hold').on(table.holdUntil).where(sql`state = 'held'`),
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

/** Who may open a team where only named leaders may. */
export const campaignLeaders = pgTable(
  'campaign_leaders',
  {
    campaignId: idColumn('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    memberId: text('member_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.memberId] })],
)

export interface SupplierOrderLine {
  productId: string
  title: string
  qty: number
}

/** What was ordered from the supplier under a number. Append-only. */
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

/** What came in from the supplier; a mistake is taken back by a negative one. Append-only. */
export const campaignReceipts = pgTable(
  'campaign_receipts',
  {
    id: idColumn('id').primaryKey(),
    campaignId: idColumn('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    productId: idColumn('product_id').notNull(),
    qty: integer('qty').notNull(),
    note: text('note').notNull().default(''),
    by: text('by').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    check('campaign_receipts_qty', sql`${table.qty} <> 0`),
    index('campaign_receipts_by_campaign').on(table.campaignId, table.productId),
  ],
)

/** What leaders are owed: earned is positive, reversed and paid are negative. Append-only. */
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
    uniqueIndex('commission_entries_once').on(table.orderId, table.kind),
    index('commission_entries_by_leader').on(table.leaderId, table.id),
    index('commission_entries_by_group').on(table.groupId),
  ],
)

/** Lapses before it no longer count. */
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
