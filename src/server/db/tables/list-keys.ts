import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, instant, tsvector } from '../columns.ts'
import { products } from './catalog.ts'
import { orders } from './orders.ts'

/** Very many orders of a shop in Taiwan have one of these: 2.6 to 11 of a hundred people each. */
export const commonSurnames = '陳林黃張李王吳劉蔡楊'

/** A name holds one of them, and does not merely begin with it: such names are few. */
export const hasInnerSurname = sql.raw(
  `name_text ~ '[${commonSurnames}]' and (name_text ~ '.[${commonSurnames}]' or left(name, 1) <> left(name_text, 1))`,
)

/**
 * What the back office finds and sorts orders by: a row for each order, written by triggers on
 * orders, their lines, payments and refunds. `list_orders` in SQL makes it.
 */
export const orderKeys = pgTable(
  'order_keys',
  {
    orderId: idColumn('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    archivedAt: instant('archived_at'),
    /** Of an order in `placed` only. */
    expiresAt: instant('expires_at'),
    /** In whole NT$. */
    total: bigint('total', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    /** The first 100 characters. */
    message: text('message').notNull(),
    payment: text('payment').notNull(),
    /**
     * `{state}/{payment state}/{method}` in one column: its statistics then say how often they
     * come together, and an index walks each of them by time.
     */
    status: idColumn('status').notNull(),
    /** Folded, to look through for three characters and more. */
    nameText: text('name_text').notNull(),
    /** Folded titles of the products, one a line. */
    titleText: text('title_text').notNull(),
    /** See `order_terms`. */
    terms: tsvector('terms').notNull(),
  },
  (table) => {
    const isLive = sql`archived_at is null`
    // Behind each order what filters ask for, so that a walk along it reads no rows.
    const filtered = [table.status, table.createdAt] as const
    return [
      index('order_keys_by_time').on(table.createdAt, table.orderId).where(isLive),
      // With the name, too: a surname that very many have is found along the time of each status.
      index('order_keys_by_status')
        .on(table.status, table.createdAt, table.orderId, table.nameText)
        .where(isLive),
      index('order_keys_by_total')
        .on(table.total, table.orderId, ...filtered)
        .where(isLive),
      index('order_keys_by_name')
        .on(table.name, table.orderId, ...filtered, table.nameText)
        .where(isLive),
      index('order_keys_inner_surnames')
        .on(table.name, table.orderId, table.nameText)
        .where(sql`archived_at is null and ${hasInnerSurname}`),
      index('order_keys_by_message')
        .on(table.message, table.orderId, ...filtered)
        .where(isLive),
      index('order_keys_by_payment')
        .on(table.payment, table.orderId, ...filtered)
        .where(isLive),
      index('order_keys_by_expiry')
        .on(table.expiresAt, table.createdAt)
        .where(sql`expires_at is not null and archived_at is null`),
      index('order_keys_archived')
        .on(table.archivedAt, table.orderId, ...filtered)
        .where(sql`archived_at is not null`),
      // A short list of pending entries: searches read all of it.
      index('order_keys_terms').using('gin', table.terms).with({ gin_pending_list_limit: 256 }),
    ]
  },
)

/** As `order_keys`, for products. How many are left stands in `stock`. */
export const productKeys = pgTable(
  'product_keys',
  {
    productId: idColumn('product_id')
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    archivedAt: instant('archived_at'),
    title: text('title').notNull(),
    /** Folded. */
    titleText: text('title_text').notNull(),
    category: text('category').notNull(),
    isEnabled: boolean('is_enabled').notNull(),
    originPrice: integer('origin_price').notNull(),
    price: integer('price').notNull(),
    /** See `product_terms`. */
    terms: tsvector('terms').notNull(),
    /** Its stock is counted; written by triggers of `stock`. */
    isCounted: boolean('is_counted').notNull().default(false),
  },
  (table) => {
    const isLive = sql`archived_at is null`
    const { isEnabled, category, price, isCounted } = table
    const filtered = [isEnabled, category, price, isCounted] as const
    return [
      index('product_keys_by_id')
        .on(table.productId, ...filtered)
        .where(isLive),
      // With the text, too: what titles have in common stands together in their order.
      index('product_keys_by_title')
        .on(table.title, table.productId, ...filtered, table.titleText)
        .where(isLive),
      index('product_keys_by_category')
        .on(category, table.productId, isEnabled, price, isCounted)
        .where(isLive),
      index('product_keys_by_enabled')
        .on(isEnabled, table.productId, category, price, isCounted)
        .where(isLive),
      index('product_keys_by_origin_price')
        .on(table.originPrice, table.productId, ...filtered)
        .where(isLive),
      index('product_keys_by_price')
        .on(price, table.productId, isEnabled, category, isCounted)
        .where(isLive),
      // All that filters and orders ask for, of the few whose stock is looked up.
      index('product_keys_counted')
        .on(
          table.productId,
          isEnabled,
          category,
          price,
          table.originPrice,
          table.title,
          table.titleText,
        )
        .where(sql`is_counted and archived_at is null`),
      index('product_keys_archived')
        .on(table.archivedAt, table.productId)
        .where(sql`archived_at is not null`),
      index('product_keys_terms').using('gin', table.terms).with({ gin_pending_list_limit: 256 }),
    ]
  },
)

/** How far the keys of what existed before them are made; the row goes when all are. */
export const listKeyBackfills = pgTable('list_key_backfills', {
  list: text('list').$type<'orders' | 'products'>().primaryKey(),
  /** The id of the last one that has its keys. */
  after: idColumn('after').notNull().default(''),
})
