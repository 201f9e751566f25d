import { sql } from 'drizzle-orm'
import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/** Searches without a hit, by day in Taipei; never by whom. */
export const missedSearches = pgTable(
  'missed_searches',
  {
    day: date('day').notNull(),
    /** Folded. */
    word: text('word').notNull(),
    /** As it was typed last; null in rows of before. */
    typed: text('typed'),
    times: integer('times').notNull(),
    lastAt: instant('last_at').notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.day, table.word] })],
)
