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
import { archiveColumns, idColumn, instant } from '../columns.ts'
import { orders } from './orders.ts'

/** Deleted coupons stay as rows, so that a cart which holds one can still name it. */
export const coupons = pgTable(
  'coupons',
  {
    id: idColumn('id').primaryKey(),
    num: bigint('num', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    title: text('title').notNull(),
    code: text('code').notNull(),
    /** Percent of the price that is left to pay: 80 is 20 % off (8 折). */
    percent: integer('percent').notNull(),
    /** As the client sent it: seconds below 1e11, else milliseconds; may have a fraction. */
    dueDate: doublePrecision('due_date').notNull(),
    /** The same instant, for comparing and sorting. */
    dueAt: instant('due_at').notNull(),
    isEnabled: boolean('is_enabled').notNull(),
    /** Unknown properties of the input, kept and given back. */
    extra: jsonb('extra').$type<Record<string, unknown>>().notNull(),
    /** The rules. Null or false: the coupon has no such rule. */
    maxUses: integer('max_uses'),
    maxUsesPerMember: integer('max_uses_per_member'),
    /** In whole NT$, of the lines that the coupon covers. */
    minTotal: bigint('min_total', { mode: 'number' }),
    isFirstOrderOnly: boolean('is_first_order_only').notNull().default(false),
    /** As the client sent it, like `dueDate`, and the same instant. */
    validFrom: doublePrecision('valid_from'),
    validFromAt: instant('valid_from_at'),
    /** With one of these two, the coupon covers the products of either alone. */
    categories: text('categories').array(),
    productIds: text('product_ids').array(),
    allowsGroup: boolean('allows_group').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    ...archiveColumns(),
  },
  (table) => [
    check('coupons_percent', sql`${table.percent} between 1 and 100`),
    check('coupons_max_uses', sql`${table.maxUses} between 1 and 1000000`),
    check('coupons_max_uses_per_member', sql`${table.maxUsesPerMember} between 1 and 1000000`),
    check('coupons_min_total', sql`${table.minTotal} > 0`),
    uniqueIndex('coupons_code').on(sql`lower(code)`).where(sql`deleted_at is null`),
    index('coupons_archived').on(table.deletedAt, table.id).where(sql`deleted_at is not null`),
    index('coupons_live').on(table.id).where(sql`deleted_at is null`),
    index('coupons_by_title').on(table.title, table.id).where(sql`deleted_at is null`),
    index('coupons_by_code').on(table.code, table.id).where(sql`deleted_at is null`),
    index('coupons_by_percent').on(table.percent, table.id).where(sql`deleted_at is null`),
    index('coupons_by_due').on(table.dueAt, table.id).where(sql`deleted_at is null`),
    index('coupons_by_enabled').on(table.isEnabled, table.id).where(sql`deleted_at is null`),
  ],
)

/** One row for each order with a discount by a coupon; given back when the order is cancelled. */
export const couponUses = pgTable(
  'coupon_uses',
  {
    orderId: idColumn('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    couponId: idColumn('coupon_id')
      .notNull()
      .references(() => coupons.id),
    /** The owner of the order. */
    owner: text('owner').notNull(),
    /** In whole NT$: what the order costs less. */
    discount: bigint('discount', { mode: 'number' }).notNull(),
    usedAt: instant('used_at').notNull().defaultNow(),
    returnedAt: instant('returned_at'),
  },
  (table) => [
    check('coupon_uses_discount', sql`${table.discount} >= 0`),
    index('coupon_uses_by_time').on(table.usedAt).where(sql`returned_at is null`),
    index('coupon_uses_by_coupon').on(table.couponId, table.orderId),
    index('coupon_uses_counting').on(table.couponId, table.owner).where(sql`returned_at is null`),
  ],
)
