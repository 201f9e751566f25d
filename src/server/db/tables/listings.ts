import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, instant } from '../columns.ts'

/**
 * The published products with what lists are sorted and filtered by. Triggers on `products` and
 * `stock` write it; every index holds what the filters ask for, so that a walk reads no rows.
 */
export const productListings = pgTable(
  'product_listings',
  {
    productId: idColumn('product_id').primaryKey(),
    category: text('category').notNull(),
    price: integer('price').notNull(),
    /** See `product_sales`. */
    unitsSold: integer('units_sold').notNull().default(0),
    /** False when its stock is counted and none is left. */
    isAvailable: boolean('is_available').notNull().default(true),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  (table) => [
    index('listings_by_id').on(table.productId, table.price, table.isAvailable),
    index('listings_by_price').on(table.price, table.productId, table.isAvailable),
    index('listings_by_sold').on(table.unitsSold, table.productId, table.price, table.isAvailable),
    index('listings_by_category').on(
      table.category,
      table.productId,
      table.price,
      table.isAvailable,
    ),
    index('listings_by_category_price').on(
      table.category,
      table.price,
      table.productId,
      table.isAvailable,
    ),
    index('listings_by_category_sold').on(
      table.category,
      table.unitsSold,
      table.productId,
      table.price,
      table.isAvailable,
    ),
  ],
)

/** Units of the last 90 days in paid orders; a job counts them anew. Without a row: none. */
export const productSales = pgTable('product_sales', {
  productId: idColumn('product_id').primaryKey(),
  units: integer('units').notNull(),
})
