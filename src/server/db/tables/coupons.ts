import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { idColumn, instant } from '../columns.ts'

/** Deleted coupons stay as rows, so that a cart which holds one can still name it. */
export const coupons = pgTable(
  'coupons',
  {
    id: idColumn('id').primaryKey(),
    num: bigint('num', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    title: text('title').notNull(),
    code: text('code').notNull(),
    percent: integer('percent').notNull(),
    /** As the client sent it: seconds below 1e11, else milliseconds; may have a fraction. */
    dueDate: doublePrecision('due_date').notNull(),
    /** The same instant, for comparing and sorting. */
    dueAt: instant('due_at').notNull(),
    isEnabled: boolean('is_enabled').notNull(),
    extra: jsonb('extra').$type<Record<string, unknown>>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    check('coupons_percent', sql`${table.percent} between 1 and 100`),
    uniqueIndex('coupons_code').on(sql`lower(code)`).where(sql`deleted_at is null`),
    index('coupons_live').on(table.id).where(sql`deleted_at is null`),
    index('coupons_by_title').on(table.title, table.id).where(sql`deleted_at is null`),
    index('coupons_by_code').on(table.code, table.id).where(sql`deleted_at is null`),
    index('coupons_by_percent').on(table.percent, table.id).where(sql`deleted_at is null`),
    index('coupons_by_due').on(table.dueAt, table.id).where(sql`deleted_at is null`),
    index('coupons_by_enabled').on(table.isEnabled, table.id).where(sql`deleted_at is null`),
  ],
)
