import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, instant } from '../columns.ts'

/** Addresses for the newsletter. One that unsubscribes goes at once, one that confirms nothing after 7 days. */
export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    id: idColumn('id').primaryKey(),
    email: text('email').notNull().unique(),
    /** The words that the subscriber agreed to. */
    consent: text('consent').notNull(),
    requestedAt: instant('requested_at').notNull().defaultNow(),
    /** Null until the link of the mail has been followed. */
    confirmedAt: instant('confirmed_at'),
  },
  (table) => [
    index('newsletter_subscribers_confirmed')
      .on(table.confirmedAt, table.id)
      .where(sql`confirmed_at is not null`),
    index('newsletter_subscribers_pending').on(table.requestedAt).where(sql`confirmed_at is null`),
  ],
)
