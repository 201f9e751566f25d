import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { products, variants } from '../db/tables/catalog.ts'
import { stock } from '../db/tables/stock.ts'
import { isLineGone, lineProductColumns, lineVariantColumns } from './line-product.ts'
import { isVariantOfProduct, soldIdOfProduct } from './variants.queries.ts'

/** A product or one of its variants, as it would stand in a line. */
export type LineProduct = Awaited<ReturnType<typeof readLineProducts>>[number]

/**
 * These products as they are sold: a row each, or one for each of their variants in their order;
 * those that are not published any more, too.
 */
export function readLineProducts(db: Db, productIds: readonly string[]) {
  return db
    .select({
      product: lineProductColumns,
      variant: lineVariantColumns,
      isGone: isLineGone,
      isDeleted: sql<boolean>`${products.deletedAt} is not null`,
      /** Null where it is not counted. */
      stockLeft: sql<number | null>`${stock.onHand} - ${stock.held}`,
    })
    .from(products)
    .leftJoin(variants, isVariantOfProduct)
    .leftJoin(stock, eq(stock.variantId, soldIdOfProduct))
    .where(inArray(products.id, [...productIds]))
    .orderBy(asc(products.id), asc(variants.position))
}

/** The one of this id; without an id of a variant the first that can be had. */
export function chooseLineProduct(
  rows: readonly LineProduct[],
  { productId, variantId }: { productId: string; variantId?: string | undefined },
): LineProduct | undefined {
  const ofProduct = rows.filter(({ product }) => product.id === productId)
  if (variantId !== undefined) {
    return ofProduct.find(({ product, variant }) => (variant?.id ?? product.id) === variantId)
  }
  const offered = ofProduct.filter(({ isGone }) => !isGone)
  return (
    offered.find(({ stockLeft }) => stockLeft === null || stockLeft > 0) ??
    offered[0] ??
    ofProduct[0]
  )
}
