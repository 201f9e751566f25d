import { useQueries } from '@tanstack/react-query'
import { maxProductIds, type Product } from '#contract/catalog.ts'
import { stockApi } from '#contract/stock.ts'
import { apiQuery } from '../api/queries.ts'

/** A product, or a variant of one. */
export type StockShown = Pick<Product, 'id' | 'stock_level' | 'variants'>

/**
 * Pieces left of what is low on stock, by its ids; of a product with options each
 * variant is asked for itself. It only decorates a screen, so a failure shows nothing.
 */
export function useStockLeft(products: readonly StockShown[]): ReadonlyMap<string, number> {
  return useStockLeftOf(
    products
      .filter(({ stock_level, variants }) => stock_level === 'low' && !variants)
      .map(({ id }) => id),
  )
}

/** The same for the ids of variants, or of products without options; what is not low is absent. */
export function useStockLeftOf(sold: readonly string[]): ReadonlyMap<string, number> {
  const ids = sold.toSorted()
  const calls = Math.ceil(ids.length / maxProductIds)
  const queries = Array.from({ length: calls }, (_, call) => {
    const asked = ids.slice(call * maxProductIds, (call + 1) * maxProductIds)
    return { ...apiQuery(stockApi.left, { query: { ids: asked.join(',') } }), staleTime: 0 }
  })
  const stock = useQueries({ queries }).flatMap(({ data }) => data?.stock ?? [])
  return new Map(stock.map(({ product_id, left }) => [product_id, left]))
}
