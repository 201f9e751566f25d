import { sql } from 'drizzle-orm'
import { boolean, check, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/** One row: what the nightly check of the data has found, as sentences for the back office. */
export const dataCheck = pgTable(
  'data_check',
  {
    isLast: boolean('is_last').primaryKey().default(true),
    at: instant('at').notNull().defaultNow(),
    findings: jsonb('findings').$type<string[]>().notNull(),
  },
  (table) => [check('data_check_one_row', sql`${table.isLast}`)],
)
