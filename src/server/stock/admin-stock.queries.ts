import { and, asc, count, desc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { MovementKind, StockSortColumn } from '#contract/stock-rules.ts'
import { productsWith } from '../catalog/product-filter.ts'
import type { Db } from '../db/connect.ts'
import { products } from '../db/tables/catalog.ts'
import { stock, stockMovements } from '../db/tables/stock.ts'

const available = sql<number | null>`${stock.onHand} - ${stock.held}`

const sortKeys = {
  title: sql`${products.title}`,
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
        title: products.title,
        imageUrl: products.imageUrl,
        onHand: stock.onHand,
        held: stock.held,
        available,
      })
      .from(products)
      .leftJoin(stock, eq(stock.productId, products.id))
      .where(where)
      .orderBy(sql`${sortKeys[column]} ${direction} nulls last`, asc(products.id))
      .limit(request.limit)
      .offset(request.offset),
    db
      .select({ total: count() })
      .from(products)
      .leftJoin(stock, eq(stock.productId, products.id))
      .where(where),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** How many products the list shows as low. */
export async function countLowStock(db: Db, lowAt: number): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(stock)
    .innerJoin(products, eq(products.id, stock.productId))
    .where(and(isNull(products.deletedAt), lte(available, lowAt)))
  return counted?.total ?? 0
}

function matches({ filter, title, lowAt }: StockListRequest): SQL | undefined {
  const hasTitle = productsWith(title)
  switch (filter) {
    case 'low':
      return and(hasTitle, lte(available, lowAt))
    case 'out':
      return and(hasTitle, lte(available, 0))
    case 'unlimited':
      return and(hasTitle, isNull(stock.productId))
    default:
      return hasTitle
  }
}

/** One page of the movements of a product, newest first. */
export async function listMovements(
  db: Db,
  page: { productId: string; kind: MovementKind | undefined; limit: number; offset: number },
) {
  const { productId, kind, limit, offset } = page
  const where = and(eq(stockMovements.productId, productId), kind && eq(stockMovements.kind, kind))
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

export async function isProduct(db: Db, id: string): Promise<boolean> {
  return (await db.$count(products, and(eq(products.id, id), isNull(products.deletedAt)))) > 0
}
