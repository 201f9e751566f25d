import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { ShipmentState } from '#contract/shipment-states.ts'
import type { StoreChain } from '#contract/shipping-kinds.ts'
import { idColumn, instant } from '../columns.ts'
import { orders } from './orders.ts'

/** One parcel at a provider of logistics (寄件單). */
export const shipments = pgTable(
  'shipments',
  {
    id: idColumn('id').primaryKey(),
    orderId: idColumn('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    /** The account at the provider with which it is made: it is asked and told by it. */
    merchant: text('merchant').notNull(),
    chain: text('chain').$type<StoreChain>().notNull(),
    storeId: text('store_id').notNull(),
    /** Our number of it, unique for ever. */
    tradeNo: text('trade_no').notNull().unique('shipments_trade_no'),
    state: text('state').$type<ShipmentState>().notNull().default('making'),
    /** By the clock of the provider, once it has told one. */
    stateAt: instant('state_at').notNull().defaultNow(),
    /** The last words of the provider, also where we do not know the code. */
    code: text('code'),
    message: text('message'),
    /** Value and sum to collect as they were asked for, in whole NT$. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    collects: bigint('collects', { mode: 'number' }).notNull().default(0),
    /** The numbers that the provider gave it. */
    providerId: text('provider_id'),
    paymentNo: text('payment_no'),
    validationNo: text('validation_no'),
    shipmentNo: text('shipment_no'),
    /** How often it was sent; an answer may be lost. */
    attempts: integer('attempts').notNull().default(0),
    /** Why it is not made, or what is the matter with it; for the owner. */
    fault: text('fault'),
    /** The parcel of the order, once the chain has it. */
    parcelId: idColumn('parcel_id'),
    createdAt: instant('created_at').notNull().defaultNow(),
    madeAt: instant('made_at'),
    /** The last days of Taipei on which it is taken, and given out. */
    handInUntil: date('hand_in_until', { mode: 'string' }),
    pickUpUntil: date('pick_up_until', { mode: 'string' }),
    printedAt: instant('printed_at'),
    /** When the provider was asked last. */
    askedAt: instant('asked_at'),
  },
  (table) => [
    index('shipments_by_order').on(table.orderId, table.id),
    index('shipments_by_state').on(table.state, table.id),
    // An order has one that can still be handed in.
    uniqueIndex('shipments_one_to_hand_in')
      .on(table.orderId)
      .where(sql`state in ('making', 'made')`),
    check('shipments_amounts', sql`${table.amount} >= 0 and ${table.collects} >= 0`),
  ],
)

/** Every state of a parcel that was told, once; append-only. */
export const shipmentEvents = pgTable(
  'shipment_events',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    shipmentId: idColumn('shipment_id')
      .notNull()
      .references(() => shipments.id, { onDelete: 'cascade' }),
    /** In the numbers of the provider; of the staff, the name of the state. */
    code: text('code').notNull(),
    /** Null: a code that we do not know. */
    state: text('state').$type<ShipmentState>(),
    message: text('message').notNull(),
    source: text('source').$type<'create' | 'callback' | 'query' | 'staff'>().notNull(),
    /** By the clock of the provider. */
    at: instant('at').notNull(),
    receivedAt: instant('received_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('shipment_events_once').on(table.shipmentId, table.code, table.at),
    index('shipment_events_not_picked_up').on(table.shipmentId).where(sql`state = 'not_picked_up'`),
  ],
)
