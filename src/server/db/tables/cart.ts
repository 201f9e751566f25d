import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { idColumn, instant } from '../columns.ts'
import { coupons } from './coupons.ts'

/**
 * One live cart a shopper: the owner is the key. An owner is `m:` and a member's id, or `g:` and
 * the hash of a guest's id. Every change of a cart locks this row first.
 */
export const carts = pgTable(
  'carts',
  {
    owner: text('owner').primaryKey(),
    couponId: idColumn('coupon_id').references(() => coupons.id),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    check('carts_owner', sql`${table.owner} ~ '^[mg]:.'`),
    index('carts_by_update').on(table.updatedAt),
  ],
)

export const cartLines = pgTable(
  'cart_lines',
  {
    id: idColumn('id').primaryKey(),
    owner: text('owner')
      .notNull()
      .references(() => carts.owner, { onDelete: 'cascade' }),
    /** As in `stock`. */
    variantId: idColumn('product_id').notNull(),
    qty: integer('qty').notNull(),
    /** Unknown properties of the input, kept and given back. */
    extra: jsonb('extra').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    unique('cart_lines_product').on(table.owner, table.variantId),
    check('cart_lines_qty', sql`${table.qty} between 1 and 9999`),
  ],
)
