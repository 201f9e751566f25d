import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ConnectionGroup } from '#contract/connections.ts'
import type { SettingGroup } from '#contract/settings.ts'
import { bytes, instant } from '../columns.ts'

/** One row for each group that was ever changed; what it lacks has its default in the code. */
export const settings = pgTable('settings', {
  group: text('group').$type<SettingGroup | ConnectionGroup | 'push'>().primaryKey(),
  values: jsonb('values').$type<Record<string, unknown>>().notNull(),
  /** Counts the changes; one that was made on an older version is refused. */
  version: integer('version').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  /** The administrator who made the change. */
  updatedBy: text('updated_by').notNull(),
  /** The secrets of the group as JSON under SECRETS_KEY; empty: no key opened them at a restore. */
  sealed: bytes('sealed'),
})
