import { useQuery } from '@tanstack/react-query'
import { catalogApi } from '#contract/catalog.ts'
import { apiQuery } from './queries.ts'

/** A product as the shop has it now: fetched again by each screen that shows it. */
export function useProduct(id: string) {
  return useQuery({ ...apiQuery(catalogApi.detail, { params: { id } }), staleTime: 0 })
}
