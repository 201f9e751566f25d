import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { EnglishTexts } from '#contract/language.ts'
import { archiveColumns, idColumn, instant } from '../columns.ts'

/** Pages that the shop writes, such as 關於我們. */
export const infoPages = pgTable(
  'info_pages',
  {
    id: idColumn('id').primaryKey(),
    title: text('title').notNull(),
    /** The last part of the address. */
    slug: text('slug').notNull(),
    content: text('content').notNull(),
    /** Its texts in English, as far as the owner has written them. */
    english: jsonb('english').$type<EnglishTexts>(),
    isPublic: boolean('is_public').notNull(),
    /** Shown on the pages of all products, too, while it is public. */
    isOnProducts: boolean('is_on_products').notNull().default(false),
    /** Of the link that shows the draft; another one after each publication. */
    preview: text('preview').notNull(),
    changedAt: instant('changed_at').defaultNow().notNull(),
    ...archiveColumns(),
  },
  (table) => [
    check('info_pages_slug_form', sql`slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    uniqueIndex('info_pages_slug').on(table.slug).where(sql`deleted_at is null`),
    index('info_pages_live').on(table.changedAt, table.id).where(sql`deleted_at is null`),
    index('info_pages_archived').on(table.deletedAt, table.id).where(sql`deleted_at is not null`),
  ],
)
