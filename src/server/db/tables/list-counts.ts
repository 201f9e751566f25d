import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { idColumn } from '../columns.ts'

/**
 * How long the long lists are, without counting them. Triggers write each entry that comes or goes
 * to `list_changes`, where no two transactions meet; now and then they are folded into the totals
 * and blocks. Totals and changes of one snapshot make the exact number.
 */
export const listChanges = pgTable('list_changes', {
  list: text('list').notNull(),
  /** The category for lists by category, else empty. */
  key: text('key').notNull(),
  id: idColumn('id').notNull(),
  n: bigint('n', { mode: 'number' }).notNull(),
})

export const listTotals = pgTable(
  'list_totals',
  {
    list: text('list').notNull(),
    key: text('key').notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.list, table.key] })],
)

/** A list in pieces of some thousand entries by id: a deep page is found without walking to it. */
export const listBlocks = pgTable(
  'list_blocks',
  {
    list: text('list').notNull(),
    key: text('key').notNull(),
    /** The block reaches from here to the next block; the first one of a list begins at ''. */
    fromId: idColumn('from_id').notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.list, table.key, table.fromId] })],
)
