import { sql } from 'drizzle-orm'
import { check, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { idColumn, instant } from '../columns.ts'
import { orders } from './orders.ts'

/** Six digits by which the shopper of an order proves at the hand-out that it is theirs. */
export const handOutCodes = pgTable(
  'hand_out_codes',
  {
    orderId: idColumn('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Unique among all that are kept: a leader has several groups, and the staff all of them. */
    code: text('code').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When the goods were handed out: since then it is void. Null again after an undo. */
    usedAt: instant('used_at'),
    /** Reminders to fetch the goods. */
    remindedAt: timestamp('reminded_at', { withTimezone: true, mode: 'date' })
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [
    uniqueIndex('hand_out_codes_code').on(table.code),
    check('hand_out_codes_digits', sql`${table.code} ~ '^[0-9]{6}$'`),
  ],
)
