import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * Counters of what is limited, one row a key and window, shared by all nodes. Its columns are named
 * and ordered as `rate-limiter-flexible` wants them.
 */
export const rateLimitCounts = pgTable(
  'rate_limit_counts',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    /** Epoch milliseconds. */
    expire: bigint('expire', { mode: 'number' }),
  },
  (table) => [index('rate_limit_counts_by_expire').on(table.expire)],
)
