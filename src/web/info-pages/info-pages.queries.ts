import { useQuery } from '@tanstack/react-query'
import { infoPageApi } from '#contract/info-pages.ts'
import { previewQuery } from '#contract/screens.ts'
import { apiQuery } from '../api/queries.ts'

export function useInfoPage(slug: string, address: URLSearchParams) {
  const query = previewQuery(address)
  return useQuery({ ...apiQuery(infoPageApi.detail, { params: { slug }, query }), staleTime: 0 })
}
