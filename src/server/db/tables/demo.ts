import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { idColumn, instant } from '../columns.ts'

export type DemoKind = 'product' | 'coupon' | 'article' | 'member' | 'campaign' | 'order'

/**
 * The rows of the demo shop, marked when they are written; campaigns and orders that follow from
 * them are marked when the demo is cleared. The ledgers let rows of these go, and no others.
 */
export const demoRows = pgTable(
  'demo_rows',
  {
    kind: text('kind').$type<DemoKind>().notNull(),
    id: idColumn('id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    check(
      'demo_rows_kind',
      sql`${table.kind} in ('product', 'coupon', 'article', 'member', 'campaign', 'order')`,
    ),
  ],
)

/** One row in a shop that the demo was loaded into: a cleared demo is never loaded again. */
export const demoShop = pgTable(
  'demo_shop',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    loadedAt: instant('loaded_at').notNull().defaultNow(),
    clearedAt: instant('cleared_at'),
  },
  (table) => [check('demo_shop_one_row', sql`${table.isOnly}`)],
)
