import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { idColumn, instant, searchTermIndexes, searchTerms } from '../columns.ts'

/**
 * Who has ordered: a member, or all guests with one e-mail address. Derived from the orders that
 * still have a contact; only the number, the tags and the notes are said here alone.
 */
export const customers = pgTable(
  'customers',
  {
    /** The customer number. */
    num: bigint('num', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    /** `m:` and a member's id, or `e:` and a folded e-mail address: see `customer_key`. */
    key: text('key').notNull().unique('customers_key'),
    /** Contact of the last order. */
    name: text('name').notNull().default(''),
    email: text('email').notNull().default(''),
    emailKey: text('email_key').generatedAlwaysAs(sql`fold_email(email)`),
    tel: text('tel').notNull().default(''),
    /** Orders that are not cancelled. */
    orders: integer('orders').notNull().default(0),
    /** Captured less refunded, in whole NT$. */
    spent: bigint('spent', { mode: 'number' }).notNull().default(0),
    firstOrderAt: instant('first_order_at').notNull().default(sql`'-infinity'`),
    lastOrderAt: instant('last_order_at').notNull().default(sql`'-infinity'`),
    searchTerms: searchTerms(),
  },
  (table) => [
    index('customers_by_last_order').on(table.lastOrderAt, table.num),
    index('customers_by_orders').on(table.orders, table.num),
    index('customers_by_spent').on(table.spent, table.num),
    index('customers_by_name').on(table.name, table.num),
    index('customers_by_email').on(sql`email_key collate "C"`),
    ...searchTermIndexes('customers', { id: table.num, terms: table.searchTerms }),
  ],
)

/** What each order adds to its customer. */
export const customerOrders = pgTable(
  'customer_orders',
  {
    orderId: idColumn('order_id').primaryKey(),
    customer: bigint('customer', { mode: 'number' })
      .notNull()
      .references(() => customers.num, { onDelete: 'cascade' }),
    counts: boolean('counts').notNull(),
    spent: bigint('spent', { mode: 'number' }).notNull(),
  },
  (table) => [index('customer_orders_by_customer').on(table.customer, table.orderId)],
)

/**
 * Orders whose customer has to be brought up to date: triggers on orders, payments and refunds insert
 * them, so that nobody who orders waits for another.
 */
export const customerChanges = pgTable('customer_changes', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  orderId: idColumn('order_id').notNull(),
})

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

/** What the staff says of a customer, never to be seen by a shopper. */
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
