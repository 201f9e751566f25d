import { sql } from 'drizzle-orm'
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import type { DelayAnswer } from '#contract/campaigns.ts'
import { idColumn, instant } from '../columns.ts'
import { campaigns } from './campaigns.ts'
import { participations } from './participations.ts'

/** Announcements that the goods of a campaign leave later than was said; days in Taipei. */
export const campaignDelays = pgTable(
  'campaign_delays',
  {
    campaignId: idColumn('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    n: integer('n').notNull(),
    /** Null where no day had been said. */
    fromDay: date('from_day'),
    toDay: date('to_day').notNull(),
    reason: text('reason').notNull(),
    by: text('by').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.n] }),
    check('campaign_delays_later', sql`${table.toDay} > ${table.fromDay}`),
  ],
)

/** The last answer of a place to one of them. */
export const delayAnswers = pgTable(
  'delay_answers',
  {
    participationId: idColumn('participation_id')
      .notNull()
      .references(() => participations.id),
    campaignId: idColumn('campaign_id').notNull(),
    n: integer('n').notNull(),
    answer: text('answer').$type<DelayAnswer>().notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.participationId, table.n] }),
    foreignKey({
      columns: [table.campaignId, table.n],
      foreignColumns: [campaignDelays.campaignId, campaignDelays.n],
    }),
    index('delay_answers_by_delay').on(table.campaignId, table.n),
    check('delay_answers_answer', sql`${table.answer} in ('wait', 'refund')`),
  ],
)
