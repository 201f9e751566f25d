import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/**
 * Counters of what is limited, one row a key and window, shared by all nodes. The properties are
 * named as `rate-limiter-flexible` wants them.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('hits').notNull(),
    expire: instant('resets_at').notNull(),
  },
  (table) => [index('rate_limits_by_reset').on(table.expire)],
)
