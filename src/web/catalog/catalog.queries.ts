import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { catalogApi, type Product } from '#contract/catalog.ts'
import { apiQuery } from '../api/queries.ts'

/** A change made by the shop is there with the next screen; what is known is shown meanwhile. */
const freshOnOpening = { staleTime: 0 } as const

/** One page of products; while the next page is on its way the one before it stays. */
export function useProductPage({ category, page }: { category: string; page: number }) {
  return useQuery({
    ...apiQuery(catalogApi.list, { query: { category, page: String(page) } }),
    ...freshOnOpening,
    placeholderData: keepPreviousData,
  })
}

export function useProduct(id: string) {
  return useQuery({ ...apiQuery(catalogApi.detail, { params: { id } }), ...freshOnOpening })
}

/** All products; what only decorates a screen asks for them and shows nothing when they fail. */
export function useAllProducts() {
  return useQuery(apiQuery(catalogApi.all, {}))
}

/** Each category once, in the order in which the products name them. */
export function categoriesOf(products: readonly Product[]): string[] {
  return [...new Set(products.map(({ category }) => category))]
}
