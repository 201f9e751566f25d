import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
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
  },
  // Without a list of pending entries, which every search would have to read.
  (table) => [
    index('search_documents_title').using('gin', table.titleTerms).with({ fastupdate: false }),
    index('search_documents_category')
      .using('gin', table.categoryTerms)
      .with({ fastupdate: false }),
    index('search_documents_terms').using('gin', table.terms).with({ fastupdate: false }),
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
