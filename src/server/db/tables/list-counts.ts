import { bigint, pgTable, text } from 'drizzle-orm/pg-core'

/** How long the long lists are: the sum of the rows of a list, which triggers update. */
export const listCounts = pgTable('list_counts', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  list: text('list').notNull(),
  n: bigint('n', { mode: 'number' }).notNull(),
})
