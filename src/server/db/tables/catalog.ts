import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { ProductOption } from '#contract/catalog.ts'
import type { EnglishTexts } from '#contract/language.ts'
import type { NoReturn } from '#contract/no-return.ts'
import type { Temperature } from '#contract/shipping-kinds.ts'
import {
  archiveColumns,
  idColumn,
  instant,
  searchTermIndexes,
  searchTerms,
  tsvector,
} from '../columns.ts'

/** Deleted products stay as rows: cart lines name them, and order lines come from them. */
export const products = pgTable(
  'products',
  {
    id: idColumn('id').primaryKey(),
    num: bigint('num', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    title: text('title').notNull(),
    category: text('category').notNull(),
    content: text('content').notNull(),
    /** The content where a client sent an object or an array; `content` is then empty. */
    contentJson: jsonb('content_json').$type<Record<string, unknown> | unknown[]>(),
    description: text('description').notNull(),
    imageUrl: text('image_url').notNull(),
    imagesUrl: jsonb('images_url').$type<string[]>().notNull(),
    isEnabled: boolean('is_enabled').notNull(),
    /** In whole NT$, like `price`: the former price, shown crossed out; nothing is charged by it. */
    originPrice: integer('origin_price').notNull(),
    price: integer('price').notNull(),
    unit: text('unit').notNull(),
    /** Empty for a product that is sold in one form. */
    options: jsonb('options').$type<ProductOption[]>().notNull().default([]),
    /** Of its dearest variant on sale; null where all cost the same. */
    priceMax: integer('price_max'),
    /** Temperature of its shipping; null: normal. */
    temperature: text('temperature').$type<Exclude<Temperature, 'normal'>>(),
    /** Why the law lets nobody send it back; null: it comes back as most goods do. */
    noReturn: text('no_return').$type<NoReturn>(),
    /** Of a piece as it is packed; a variant may have its own. */
    weightG: integer('weight_g'),
    /** Length, width and height in millimetres. */
    sidesMm: integer('sides_mm').array(),
    /** On its invoices; null: taxed. */
    taxType: text('tax_type').$type<'free'>(),
    /** Its texts in English, as far as the owner has written them. */
    english: jsonb('english').$type<EnglishTexts>(),
    /** Unknown properties of the input, kept and given back. */
    extra: jsonb('extra').$type<Record<string, unknown>>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    ...archiveColumns(),
    /** When something of it was last changed, as the sitemap says. */
    changedAt: instant('changed_at')
      .notNull()
      .defaultNow()
      .$onUpdate(() => sql`now()`),
    searchTerms: searchTerms(),
    /** All that shoppers find it by, written with `search_terms`. */
    textTerms: tsvector('text_terms'),
  },
  (table) => [
    ...searchTermIndexes('products', { id: table.id, terms: table.searchTerms }),
    // The planner takes what has no statistics for rare, and reads this index rather than the rows.
    index('products_by_text').using('gin', table.textTerms).with({ gin_pending_list_limit: 256 }),
    check('products_price', sql`${table.price} >= 0 and ${table.originPrice} >= 0`),
    index('products_published').on(table.id).where(sql`is_enabled and deleted_at is null`),
    index('products_published_by_category')
      .on(table.category, table.id)
      .where(sql`is_enabled and deleted_at is null`),
    index('products_by_category').on(table.category, table.id).where(sql`deleted_at is null`),
    index('products_by_title').on(table.title, table.id).where(sql`deleted_at is null`),
    index('products_by_price').on(table.price, table.id).where(sql`deleted_at is null`),
    index('products_by_origin_price')
      .on(table.originPrice, table.id)
      .where(sql`deleted_at is null`),
    index('products_by_enabled').on(table.isEnabled, table.id).where(sql`deleted_at is null`),
    index('products_archived').on(table.deletedAt, table.id).where(sql`deleted_at is not null`),
    index('products_live').on(table.id).where(sql`deleted_at is null`),
  ],
)

/**
 * The forms in which a product with options is sold, each with a price and a stock of its own. A
 * product without options has no row here: it is its one variant, under its own id. So the first
 * variant of a product that gets options takes the id of the product, with its stock and history.
 * The prices of such a product are those of its cheapest variant on sale.
 */
export const variants = pgTable(
  'variants',
  {
    id: idColumn('id').primaryKey(),
    productId: idColumn('product_id')
      .notNull()
      .references(() => products.id),
    /** Its place among those of the product. */
    position: integer('position').notNull(),
    /** One value of each option of the product, in their order. */
    optionValues: text('option_values').array().notNull(),
    /** The values as people read them. */
    title: text('title').notNull(),
    sku: text('sku'),
    barcode: text('barcode'),
    /** In whole NT$, as those of products. */
    price: integer('price').notNull(),
    originPrice: integer('origin_price').notNull(),
    /** As pictures of products are stored; empty: the product's. */
    imageUrl: text('image_url').notNull(),
    weightG: integer('weight_g'),
    /** Length, width and height in millimetres. */
    sidesMm: integer('sides_mm').array(),
    isEnabled: boolean('is_enabled').notNull(),
    /** It is no longer offered. Its row stays, for the carts, orders and stock that name it. */
    archivedAt: instant('archived_at'),
  },
  (table) => [
    index('variants_by_product').on(table.productId, table.position),
    uniqueIndex('variants_by_sku').on(table.sku).where(sql`archived_at is null`),
    check('variants_price', sql`${table.price} >= 0 and ${table.originPrice} >= 0`),
  ],
)

/** Settings of a category, which is itself a text of its products. Without a row it has none. */
export const categories = pgTable(
  'categories',
  {
    name: text('name').primaryKey(),
    /** Its place among the categories; null: after those that have one, by the newest product. */
    position: integer('position'),
    /** As pictures of products are stored; empty for none. */
    picture: text('picture').notNull().default(''),
    /** Plain, shown above its products. */
    text: text('text').notNull().default(''),
  },
  (table) => [check('categories_name', sql`${table.name} <> ''`)],
)

/** Units of the last 90 days in paid orders; a job counts them anew. Without a row: none. */
export const productSales = pgTable(
  'product_sales',
  { productId: idColumn('product_id').primaryKey(), units: integer('units').notNull() },
  (table) => [index('product_sales_by_units').on(table.units, table.productId)],
)
