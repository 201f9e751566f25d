import { useQuery } from '@tanstack/react-query'
import { maxProductIds, type Product } from '#contract/catalog.ts'
import { stockApi } from '#contract/stock.ts'
import { apiQuery } from '../api/queries.ts'

/**
 * Pieces left of the products that are low on stock, by their ids, in one call. It only decorates a
 * screen, so a failure shows nothing.
 */
export function useStockLeft(products: readonly Product[]): ReadonlyMap<string, number> {
  const low = products.filter(({ stock_level }) => stock_level === 'low').slice(0, maxProductIds)
  const ids = low.map(({ id }) => id).toSorted()
  const query = useQuery({
    ...apiQuery(stockApi.left, { query: { ids: ids.join(',') } }),
    enabled: ids.length > 0,
    staleTime: 0,
  })
  return new Map(query.data?.stock.map(({ product_id, left }) => [product_id, left]))
}
