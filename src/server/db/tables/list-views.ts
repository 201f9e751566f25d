import { boolean, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ViewedList } from '#contract/lists.ts'
import { idColumn, instant } from '../columns.ts'
import { administrators } from './admin.ts'

/** What an account keeps of a list under a name. */
export const listViews = pgTable(
  'list_views',
  {
    id: idColumn('id').primaryKey(),
    uid: text('uid')
      .notNull()
      .references(() => administrators.uid, { onDelete: 'cascade' }),
    list: text('list').$type<ViewedList>().notNull(),
    name: text('name').notNull(),
    /** Filters and order, as they stand in the address. */
    query: text('query').notNull(),
    /** The labels of the columns; null: those of the list. */
    columns: text('columns').array(),
    isShared: boolean('is_shared').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('list_views_name').on(table.uid, table.list, table.name),
    index('list_views_by_list').on(table.list, table.id),
  ],
)

/** The columns that an account has chosen for a list; without a row, those of the list. */
export const listColumns = pgTable(
  'list_columns',
  {
    uid: text('uid')
      .notNull()
      .references(() => administrators.uid, { onDelete: 'cascade' }),
    list: text('list').$type<ViewedList>().notNull(),
    columns: text('columns').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.uid, table.list] })],
)
