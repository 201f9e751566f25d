import { useQuery } from '@tanstack/react-query'
import { maxProductIds, type Product } from '#contract/catalog.ts'
import { stockApi } from '#contract/stock.ts'
import { apiQuery } from '../api/queries.ts'

/** A product, or a variant of one. */
export type StockShown = Pick<Product, 'id' | 'stock_level' | 'variants'>

/**
 * Pieces left of what is low on stock, by its ids, in one call; of a product with options each
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
  const ids = sold.slice(0, maxProductIds).toSorted()
  const query = useQuery({
    ...apiQuery(stockApi.left, { query: { ids: ids.join(',') } }),
    enabled: ids.length > 0,
    staleTime: 0,
  })
  return new Map(query.data?.stock.map(({ product_id, left }) => [product_id, left]))
}
