import { and, asc, count, desc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { MovementKind, StockSortColumn } from '#contract/stock-rules.ts'
import { productsWith } from '../catalog/product-filter.ts'
import {
  areSoldAs,
  isAskedVariant,
  isSoldProduct,
  isSoldVariant,
  isVariantOfProduct,
  soldIdOfProduct,
  soldTitle,
} from '../catalog/variants.queries.ts'
import type { Db } from '../db/connect.ts'
import { products, variants } from '../db/tables/catalog.ts'
import { stock, stockMovements } from '../db/tables/stock.ts'

const available = sql<number | null>`${stock.onHand} - ${stock.held}`

const sortKeys = {
  title: soldTitle,
  on_hand: sql`${stock.onHand}`,
  held: sql`${stock.held}`,
  available,
} satisfies Record<StockSortColumn, SQL>

export interface StockListRequest {
  filter: 'low' | 'out' | 'unlimited' | undefined
  /** A part of the title, whatever its case and width. */
  title: string
  /** At or below this available number a product is low. */
  lowAt: number
  sort: { column: StockSortColumn; isDescending: boolean }
  limit: number
  offset: number
}

/** One page of the products with their stock; those that are not counted come last. */
export async function listStock(db: Db, request: StockListRequest) {
  const { column, isDescending } = request.sort
  const where = and(isNull(products.deletedAt), matches(request))
  const direction = isDescending ? sql`desc` : sql`asc`
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        productId: products.id,
        variantId: soldIdOfProduct,
        title: soldTitle,
        imageUrl: sql<string>`coalesce(nullif(${variants.imageUrl}, ''), ${products.imageUrl})`,
        onHand: stock.onHand,
        held: stock.held,
        available,
      })
      .from(products)
      .leftJoin(variants, isVariantOfProduct)
      .leftJoin(stock, eq(stock.variantId, soldIdOfProduct))
      .where(where)
      .orderBy(
        sql`${sortKeys[column]} ${direction} nulls last`,
        asc(products.id),
        asc(variants.position),
      )
      .limit(request.limit)
      .offset(request.offset),
    db
      .select({ total: count() })
      .from(products)
      .leftJoin(variants, isVariantOfProduct)
      .leftJoin(stock, eq(stock.variantId, soldIdOfProduct))
      .where(where),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** How many rows the list shows as low. */
export async function countLowStock(db: Db, lowAt: number): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(stock)
    .leftJoin(variants, isSoldVariant(stock.variantId))
    .innerJoin(products, isSoldProduct(stock.variantId))
    .where(and(isOffered, lte(available, lowAt)))
  return counted?.total ?? 0
}

const isOffered = and(isNull(products.deletedAt), isNull(variants.archivedAt))

function matches({ filter, title, lowAt }: StockListRequest): SQL | undefined {
  const hasTitle = productsWith(title)
  switch (filter) {
    case 'low':
      return and(hasTitle, lte(available, lowAt))
    case 'out':
      return and(hasTitle, lte(available, 0))
    case 'unlimited':
      return and(hasTitle, isNull(stock.variantId))
    default:
      return hasTitle
  }
}

/** One page of the movements of a product, newest first. */
export async function listMovements(
  db: Db,
  page: { variantId: string; kind: MovementKind | undefined; limit: number; offset: number },
) {
  const { variantId, kind, limit, offset } = page
  const where = and(eq(stockMovements.variantId, variantId), kind && eq(stockMovements.kind, kind))
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(stockMovements)
      .where(where)
      .orderBy(desc(stockMovements.id))
      .limit(limit)
      .offset(offset),
    db.$count(stockMovements, where),
  ])
  return { rows, total }
}

/** Whether something is sold under this id. */
export async function isSold(db: Db, id: string): Promise<boolean> {
  const [found] = await db
    .select({ id: products.id })
    .from(products)
    .leftJoin(variants, isAskedVariant([id]))
    .where(and(isNull(products.deletedAt), areSoldAs([id])))
    .limit(1)
  return found !== undefined
}
