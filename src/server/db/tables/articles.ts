import { sql } from 'drizzle-orm'
import { bigint, boolean, doublePrecision, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { EnglishTexts } from '#contract/language.ts'
import { archiveColumns, idColumn, instant } from '../columns.ts'

/** Announcements. */
export const articles = pgTable(
  'articles',
  {
    id: idColumn('id').primaryKey(),
    num: bigint('num', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    title: text('title').notNull(),
    author: text('author').notNull(),
    description: text('description').notNull(),
    content: text('content').notNull(),
    image: text('image').notNull(),
    tags: text('tags').array().notNull(),
    /** Its texts in English, as far as the owner has written them. */
    english: jsonb('english').$type<EnglishTexts>(),
    isPublic: boolean('is_public').notNull(),
    /** As the client sent it: seconds below 1e11, else milliseconds; may have a fraction. */
    createAt: doublePrecision('create_at').notNull(),
    /** The same instant, for sorting. */
    dated: instant('dated').notNull(),
    /** Unknown properties of the input, kept and given back. */
    extra: jsonb('extra').$type<Record<string, unknown>>().notNull(),
    ...archiveColumns(),
  },
  (table) => [
    index('articles_live').on(table.dated, table.id).where(sql`deleted_at is null`),
    index('articles_public').on(table.dated, table.id).where(sql`is_public and deleted_at is null`),
    index('articles_archived').on(table.deletedAt, table.id).where(sql`deleted_at is not null`),
  ],
)
