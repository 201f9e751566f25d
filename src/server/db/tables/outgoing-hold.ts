import { sql } from 'drizzle-orm'
import { boolean, check, pgTable } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/**
 * One row while the shop is on hold, as it is after a restore. No job runs then, so that no mail,
 * call of the gateway or expiry happens twice. Without a row the shop works.
 */
export const outgoingHold = pgTable(
  'outgoing_hold',
  {
    isHeld: boolean('is_held').primaryKey().default(true),
    since: instant('since').notNull().defaultNow(),
    /** When the backup was made that the shop was restored from. */
    backupAt: instant('backup_at').notNull(),
  },
  (table) => [check('outgoing_hold_one_row', sql`${table.isHeld}`)],
)
