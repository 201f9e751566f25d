import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { FeeSteps, Outlying, PickupPlace } from '#contract/shipping.ts'
import type { MethodKind, StoreChain, Temperature } from '#contract/shipping-kinds.ts'
import { idColumn, instant } from '../columns.ts'

/** Of a kind alone: `chains` of stores, `places` of pick-up. */
export interface MethodOptions {
  temperatures: Temperature[]
  mixes: boolean
  chains?: StoreChain[]
  places?: PickupPlace[]
}

/**
 * How orders reach their shoppers. A shop without a row has one home method, at the fee of its
 * settings; the first home method and these settings have the same fee.
 */
export const shippingMethods = pgTable(
  'shipping_methods',
  {
    id: idColumn('id').primaryKey(),
    kind: text('kind').$type<MethodKind>().notNull(),
    name: text('name').notNull(),
    /** Of its parcels, such as `ecpay`; null: the shop's own. */
    provider: text('provider'),
    options: jsonb('options').$type<MethodOptions>().notNull(),
    /** In whole NT$, as the other amounts. */
    fee: integer('fee').notNull(),
    freeOver: integer('free_over'),
    steps: jsonb('steps').$type<FeeSteps>(),
    outlying: jsonb('outlying').$type<Outlying>().notNull(),
    /** In grams. */
    maxWeight: integer('max_weight'),
    /** In millimetres, the three sides of a piece together. */
    maxSides: integer('max_sides'),
    maxAmount: integer('max_amount'),
    /** It may be paid when it is picked up. */
    cod: boolean('cod').notNull().default(false),
    position: integer('position').notNull(),
    isOn: boolean('is_on').notNull(),
    /** Counts the changes; one that was made on an older version is refused. */
    version: integer('version').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    check('shipping_methods_kind', sql`${table.kind} in ('home', 'store', 'place')`),
    check('shipping_methods_fee', sql`${table.fee} >= 0`),
  ],
)
