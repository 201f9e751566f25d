import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { SettingGroup } from '#contract/settings.ts'
import { instant } from '../columns.ts'

/** One row for each group that was ever changed; what it lacks has its default in the code. */
export const settings = pgTable('settings', {
  group: text('group').$type<SettingGroup>().primaryKey(),
  values: jsonb('values').$type<Record<string, unknown>>().notNull(),
  /** Counts the changes; one that was made on an older version is refused. */
  version: integer('version').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  /** The administrator who made the change. */
  updatedBy: text('updated_by').notNull(),
})
