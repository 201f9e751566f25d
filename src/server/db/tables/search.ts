import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { idColumn, instant, tsvector } from '../columns.ts'

/** How a character is folded; see `search_tokens`. Characters that are not here part tokens. */
export const searchCharacters = pgTable('search_characters', {
  character: idColumn('character').primaryKey(),
  folded: text('folded').notNull(),
  /** 1: a token of its own, 2: a letter, 3: a digit. */
  kind: smallint('kind').notNull(),
})

/**
 * The search index: a row for each published product, written by triggers. A field is its tokens
 * with a space around each; terms are tokens and pairs of tokens that follow each other.
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    productId: idColumn('product_id').primaryKey(),
    title: text('title').notNull(),
    category: text('category').notNull(),
    content: text('content').notNull(),
    description: text('description').notNull(),
    /** Besides the terms `^` and a term that the title begins with, `=` and a whole short title. */
    titleTerms: tsvector('title_terms').notNull(),
    categoryTerms: tsvector('category_terms').notNull(),
    /** Of all fields. */
    terms: tsvector('terms').notNull(),
    /** As in the listing, so that a search reads this table alone. */
    listedCategory: text('listed_category').notNull(),
    price: integer('price').notNull(),
    unitsSold: integer('units_sold').notNull(),
    isAvailable: boolean('is_available').notNull(),
  },
  // Without a list of pending entries, which every search would have to read.
  (table) => [
    index('search_documents_title').using('gin', table.titleTerms).with({ fastupdate: false }),
    index('search_documents_category')
      .using('gin', table.categoryTerms)
      .with({ fastupdate: false }),
    index('search_documents_terms').using('gin', table.terms).with({ fastupdate: false }),
    // What nearly every product has is found along the order of a list, and filtered in its index.
    index('search_documents_by_id').on(
      table.productId,
      table.price,
      table.isAvailable,
      table.listedCategory,
    ),
    index('search_documents_by_sold').on(
      table.unitsSold,
      table.productId,
      table.price,
      table.isAvailable,
      table.listedCategory,
    ),
    // An index that begins with the price itself would be read for its bounds beside that of the
    // terms: a fifth of all products, to spare a few pages.
    index('search_documents_by_price').on(
      sql`(${table.price} + 0)`,
      table.productId,
      table.price,
      table.isAvailable,
      table.listedCategory,
    ),
  ],
)

/** What was searched for and not found, by day in Taipei; never by whom. */
export const missedSearches = pgTable(
  'missed_searches',
  {
    day: date('day').notNull(),
    /** Folded. */
    word: text('word').notNull(),
    times: integer('times').notNull(),
    lastAt: instant('last_at').notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.day, table.word] })],
)
