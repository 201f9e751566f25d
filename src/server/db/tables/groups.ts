import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ClosingReason, GroupState, Outcome } from '#contract/campaign-states.ts'
import { idColumn, instant } from '../columns.ts'
import { campaigns } from './campaigns.ts'

export interface LeaderPayWays {
  cash?: string
  transfer?: string
  line_pay?: string
}

/**
 * One gathering of a campaign, with counts of units and members. `taken` is of all live
 * participations, `counted` of those that count for success. `unitsFinal`, `finalTier` and `outcome`
 * are written once, by the decision.
 */
export const groups = pgTable(
  'groups',
  {
    id: idColumn('id').primaryKey(),
    campaignId: idColumn('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    /** Part of its URL: 128 random bits in base64url. */
    code: text('code').notNull(),
    /** A pool has one group; null for teams. */
    poolOf: idColumn('pool_of'),
    leaderId: text('leader_id'),
    state: text('state').$type<GroupState>().notNull().default('forming'),
    openedAt: instant('opened_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    closingReason: text('closing_reason').$type<ClosingReason>(),
    /** Until then its closing waits for authorisations of cards. */
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
    /** Why it was cancelled, for members to read. */
    reason: text('reason'),
    reachedAt: instant('reached_at'),
    decidedAt: instant('decided_at'),
    /** The owner's decision about a shortfall after payments. */
    shortfall: text('shortfall').$type<'ship' | 'cancel'>(),
    /** Place where the leader hands out, with delivery `leader`. */
    pickupPlace: text('pickup_place').notNull().default(''),
    /** How the leader is paid, in the leader's own words, of a campaign that is paid to its leader. */
    payWays: jsonb('pay_ways').$type<LeaderPayWays>(),
    /** Goes up with each change: a decision holds only for the version that it read. */
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
