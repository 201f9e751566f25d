import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { MonthFigures } from '#contract/months.ts'
import { bytes, idColumn, instant } from '../columns.ts'

/** A month of the books as it was given to the accountant. Append-only. */
export const closedMonths = pgTable('closed_months', {
  /** In Taipei, `2026-10`. */
  month: text('month').primaryKey(),
  closedAt: instant('closed_at').notNull().defaultNow(),
  /** The name of the account, then. */
  closedBy: text('closed_by').notNull(),
  figures: jsonb('figures').$type<MonthFigures>().notNull(),
  /** A workbook (.xlsx). */
  file: bytes('file').notNull(),
})

/**
 * Things that closed months hold, each in one month for ever: `book` is an entry of the books, `invoice` one
 * that was issued, `void`, `allowance`, and `payout` a line of a settlement file. Append-only.
 */
export const closedMonthItems = pgTable(
  'closed_month_items',
  {
    kind: text('kind').$type<'book' | 'invoice' | 'void' | 'allowance' | 'payout'>().notNull(),
    item: idColumn('item').notNull(),
    month: text('month')
      .notNull()
      .references(() => closedMonths.month),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.item] }),
    index('closed_month_items_by_month').on(table.month),
  ],
)
