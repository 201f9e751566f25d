import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type {
  CampaignKind,
  CampaignMetric,
  CampaignMoney,
  CampaignState,
  Delivery,
  LeaderSending,
  Outcome,
  Supply,
  WithdrawRule,
} from '#contract/campaign-states.ts'
import type { EnglishTexts } from '#contract/language.ts'
import type { NoReturn } from '#contract/no-return.ts'
import { idColumn, instant } from '../columns.ts'

/** A draft may leave out all but the title; what is missing is refused when it is published. */
export const campaigns = pgTable(
  'campaigns',
  {
    id: idColumn('id').primaryKey(),
    num: bigint('num', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    /** `pool`: everybody counts in one group; `team`: each leader gathers a group. */
    kind: text('kind').$type<CampaignKind>().notNull().default('pool'),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    /** Its texts in English, as far as the owner has written them. */
    english: jsonb('english').$type<EnglishTexts>(),
    pictures: jsonb('pictures').$type<string[]>().notNull().default([]),
    /** `pay_after_success`, or `authorise_capture`: authorised at joining, captured at success. */
    money: text('money').$type<CampaignMoney>().notNull().default('pay_after_success'),
    /** Participants pay the leader after success, who hands the money over to the shop. */
    paysLeader: boolean('pays_leader').notNull().default(false),
    /** From when on its goods may leave, where the leader is paid. */
    leaderSending: text('leader_sending').$type<LeaderSending>().notNull().default('hand_over'),
    /** Unit of `min_target`: pieces or members. Tiers and `max_units` always count pieces. */
    metric: text('metric').$type<CampaignMetric>().notNull().default('units'),
    minTarget: integer('min_target'),
    maxUnits: integer('max_units'),
    /** Pieces in a box: only whole boxes are kept at success. */
    lotSize: integer('lot_size').notNull().default(1),
    perMemberLimit: integer('per_member_limit'),
    /** Hours that a team has from its opening, at most until `ends_at`; null for a pool. */
    teamHours: integer('team_hours'),
    /** Only named members may open a team, or sell. */
    leadersOnly: boolean('leaders_only').notNull().default(false),
    /** Members sell its places by a link, for the commission; of a pool. */
    hasSellers: boolean('has_sellers').notNull().default(false),
    /** Until when members may leave: the closing, or the moment the target is reached. */
    withdraw: text('withdraw').$type<WithdrawRule>().notNull().default('until_close'),
    /** Whether coupons that allow groups can be used. */
    coupons: boolean('coupons').notNull().default(false),
    /** `stock`: joining holds pieces; `order`: pieces are ordered from the supplier after success. */
    supply: text('supply').$type<Supply>().notNull().default('stock'),
    /** `each`: a parcel for each participant; `leader`: the leader hands out at one place. */
    delivery: text('delivery').$type<Delivery>().notNull().default('each'),
    /** Those that participants may choose, where each gets a parcel; empty: all that fit. */
    shippingMethodIds: text('shipping_method_ids').array().notNull().default(sql`'{}'`),
    commissionPercent: integer('commission_percent').notNull().default(0),
    /** How long the closing waits for authorisations of cards that are under way. */
    graceMinutes: integer('grace_minutes').notNull().default(15),
    startsAt: instant('starts_at'),
    endsAt: instant('ends_at'),
    /** The day in Taipei on which its goods are expected to leave. */
    shipsOn: date('ships_on'),
    state: text('state').$type<CampaignState>().notNull().default('draft'),
    outcome: text('outcome').$type<Outcome>(),
    /** Why it was cancelled, for members to read. */
    reason: text('reason'),
    /** Goes up with each change; an edit names the version that it read. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    archivedAt: instant('archived_at'),
  },
  (table) => [
    check('campaigns_kind', sql`${table.kind} in ('pool', 'team')`),
    check('campaigns_money', sql`${table.money} in ('pay_after_success', 'authorise_capture')`),
    check(
      'campaigns_pays_leader',
      sql`not ${table.paysLeader} or ${table.money} = 'pay_after_success'`,
    ),
    check(
      'campaigns_leader_sending',
      sql`${table.leaderSending} in ('hand_over', 'tick', 'success')`,
    ),
    check('campaigns_has_sellers', sql`not ${table.hasSellers} or ${table.kind} = 'pool'`),
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
    // A draft may be cancelled as it is.
    check(
      'campaigns_complete',
      sql`${table.state} in ('draft', 'cancelled') or (${table.minTarget} is not null and ${table.startsAt} is not null
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

/** A variant that takes part in a campaign, and what it costs beyond the price of a tier. */
export interface ChosenVariant {
  id: string
  /** In whole NT$; negative for a cheaper one. */
  step: number
}

/** The variant as it was when the campaign was published. */
export interface VariantSnapshot extends ChosenVariant {
  title: string
  /** Empty: the picture of the product. */
  picture: string
  sku: string | null
  /** Its own price outside the campaign, in whole NT$. */
  price: number
}

/** A product as it was when the campaign was published. */
export interface ProductSnapshot {
  title: string
  titleInEnglish?: string
  unit: string
  picture: string
  /** Its own price outside the campaign, in whole NT$. */
  price: number
  /** Why the law lets nobody send it back. */
  noReturn?: NoReturn
  /** Absent of a product without options. */
  variants?: VariantSnapshot[]
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
    /** Those chosen of a product with options; null: all that are on sale, at their own differences. */
    variants: jsonb('variants').$type<ChosenVariant[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.productId] }),
    index('campaign_products_by_product').on(table.productId),
  ],
)

/** Steps of the price: from so many pieces on, `campaign_prices` has the prices of a position. */
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

/** Members who ask for a group buy of a product; deleted once they were mailed that one opened. */
export const campaignWishes = pgTable(
  'campaign_wishes',
  {
    productId: idColumn('product_id').notNull(),
    memberId: text('member_id').notNull(),
    wishedAt: instant('wished_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.memberId] }),
    index('campaign_wishes_by_member').on(table.memberId),
  ],
)

/** Later ends of a campaign, at most two. */
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

/** Members who sell the places of a pool by a link. */
export const campaignSellers = pgTable(
  'campaign_sellers',
  {
    id: idColumn('id').primaryKey(),
    campaignId: idColumn('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    memberId: text('member_id').notNull(),
    /** Part of the link: ten random letters. */
    code: text('code').notNull(),
    /** Shown to buyers: 「王○○」. */
    shownName: text('shown_name').notNull(),
    at: instant('at').notNull().defaultNow(),
    /** From then on the link counts for nothing; places of before stay. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('campaign_sellers_code').on(table.code),
    uniqueIndex('campaign_sellers_member').on(table.campaignId, table.memberId),
    index('campaign_sellers_by_member').on(table.memberId, table.id),
  ],
)

/** Named leaders, where only they may open a team, or sell. */
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
