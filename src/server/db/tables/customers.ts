import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { idColumn, instant, searchTermIndexes, searchTerms } from '../columns.ts'

/**
 * Customers who have ordered: each a member, all guests with one e-mail address, or a guest without one.
 * A row stays for as long as an order has the key; counts and sums are read from the orders and the books.
 */
export const customers = pgTable(
  'customers',
  {
    /** The customer number. */
    num: bigint('num', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    /** `m:` and a member's id, `e:` and a folded e-mail address, or a guest without one: see `customerKey`. */
    key: idColumn('key').notNull().unique('customers_key'),
    /** Contact of the last order. */
    name: text('name').notNull().default(''),
    email: text('email').notNull().default(''),
    emailKey: text('email_key').generatedAlwaysAs(sql`fold_email(email)`),
    tel: text('tel').notNull().default(''),
    searchTerms: searchTerms(),
  },
  (table) => [
    index('customers_by_email').on(sql`email_key collate "C"`),
    ...searchTermIndexes('customers', { id: table.num, terms: table.searchTerms }),
  ],
)

export const customerTags = pgTable(
  'customer_tags',
  {
    customer: bigint('customer', { mode: 'number' })
      .notNull()
      .references(() => customers.num, { onDelete: 'cascade' }),
    tag: text('tag').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customer, table.tag] }),
    index('customer_tags_by_tag').on(table.tag, table.customer),
  ],
)

/** Notes of the staff on a customer, never to be seen by a shopper. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: idColumn('id').primaryKey(),
    customer: bigint('customer', { mode: 'number' })
      .notNull()
      .references(() => customers.num, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    /** The author's name. */
    author: text('author').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('customer_notes_by_customer').on(table.customer, table.id)],
)
