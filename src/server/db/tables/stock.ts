import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { MovementKind } from '#contract/stock-rules.ts'
import type { Language } from '#contract/translate.ts'
import { idColumn, instant } from '../columns.ts'

// `product_id` keeps its name while older nodes may serve beside newer ones.

/** Stock of a variant, or of a product without options; without a row it is unlimited. */
export const stock = pgTable(
  'stock',
  {
    /** The id of either. */
    variantId: idColumn('product_id').primaryKey(),
    onHand: integer('on_hand').notNull(),
    /** The part of `on_hand` that orders have. */
    held: integer('held').notNull(),
  },
  (table) => [
    check('stock_held', sql`0 <= ${table.held} and ${table.held} <= ${table.onHand}`),
    index('stock_by_available').on(sql`(on_hand - held)`, table.variantId),
  ],
)

/** The ledger: the sums of the changes of a variant are its `on_hand` and `held`. Append-only. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    at: instant('at').notNull().defaultNow(),
    /** As in `stock`. */
    variantId: idColumn('product_id').notNull(),
    kind: text('kind').$type<MovementKind>().notNull(),
    onHandChange: integer('on_hand_change').notNull(),
    heldChange: integer('held_change').notNull(),
    /** After the movement. */
    onHand: integer('on_hand').notNull(),
    held: integer('held').notNull(),
    /** An owner as in `orders`, `a:` and an administrator's id, or `s:` and the kind of actor. */
    actor: text('actor').notNull(),
    /** The name of then, of staff only. */
    actorName: text('actor_name'),
    note: text('note'),
    orderId: idColumn('order_id'),
  },
  (table) => [index('stock_movements_by_product').on(table.variantId, table.id)],
)

/** Pieces that an order still holds: neither shipped nor released. */
export const stockHolds = pgTable(
  'stock_holds',
  {
    orderId: idColumn('order_id').notNull(),
    /** As in `stock`. */
    variantId: idColumn('product_id').notNull(),
    qty: integer('qty').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.variantId] }),
    check('stock_holds_qty', sql`${table.qty} > 0`),
    index('stock_holds_by_product').on(table.variantId),
  ],
)

/** Requests for a restock mail. The address goes when the request ends. */
export const restockRequests = pgTable(
  'restock_requests',
  {
    /** Also the token of the link that ends the request. */
    id: idColumn('id').primaryKey(),
    variantId: idColumn('product_id').notNull(),
    /** Null once the request has ended. */
    email: text('email'),
    /** For its mail; null: Chinese. */
    language: text('language').$type<Language>(),
    requestedAt: instant('requested_at').notNull().defaultNow(),
    /** The hashed network that asked. */
    network: text('network'),
  },
  (table) => [
    uniqueIndex('restock_requests_open')
      .on(table.variantId, table.email)
      .where(sql`email is not null`),
    index('restock_requests_by_email').on(table.email).where(sql`email is not null`),
    index('restock_requests_by_age').on(table.requestedAt),
  ],
)
