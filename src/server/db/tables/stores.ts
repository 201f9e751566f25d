import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { StoreChain } from '#contract/shipping-kinds.ts'
import { instant } from '../columns.ts'

/** Convenience stores, as their chains list them; one that has closed stays, for its orders. */
export const stores = pgTable(
  'stores',
  {
    chain: text('chain').$type<StoreChain>().notNull(),
    /** Letters and digits; leading zeros are real. */
    id: text('id').notNull(),
    name: text('name').notNull(),
    /** Of the address; empty where it names no place. */
    county: text('county').notNull(),
    district: text('district').notNull(),
    address: text('address').notNull(),
    tel: text('tel').notNull(),
    /** Since when the list has it no more. */
    closedAt: instant('closed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.id] }),
    check('stores_chain', sql`${table.chain} in ('UNIMART', 'FAMI', 'HILIFE', 'OKMART')`),
    index('stores_by_district')
      .on(table.chain, table.county, table.district)
      .where(sql`closed_at is null`),
  ],
)

/** The last answer of the provider about the stores of a chain. */
export const storeLists = pgTable('store_lists', {
  chain: text('chain').$type<StoreChain>().primaryKey(),
  /** When a list came; null: none has yet. */
  renewedAt: instant('renewed_at'),
  askedAt: instant('asked_at').notNull().defaultNow(),
  /** Why the last one was not believed; for the owner. */
  fault: text('fault'),
})

/**
 * Stores that shoppers have chosen for their carts, and maps that they have opened to choose one. The
 * newest of an owner is the one that the checkout shows.
 */
export const storeChoices = pgTable(
  'store_choices',
  {
    /** By which an order names it, and a map comes back: random, known to its shopper alone. */
    token: text('token').primaryKey(),
    /** As in `carts`; moves with the cart at the sign-in. */
    owner: text('owner').notNull(),
    chain: text('chain').$type<StoreChain>().notNull(),
    /** Null: the map has not come back yet. */
    storeId: text('store_id'),
    /** The page of ours that the map leads back to; null: chosen from the list. */
    back: text('back'),
    askedAt: instant('asked_at').notNull().defaultNow(),
    chosenAt: instant('chosen_at'),
  },
  (table) => [
    check('store_choices_owner', sql`${table.owner} ~ '^[mg]:.'`),
    check('store_choices_chosen', sql`(${table.storeId} is null) = (${table.chosenAt} is null)`),
    index('store_choices_by_owner').on(table.owner, table.chosenAt),
    index('store_choices_by_age').on(table.askedAt),
  ],
)
