import { useQuery } from '@tanstack/react-query'
import { articleApi } from '#contract/articles.ts'
import { apiQuery, keepPreviousRows } from '../api/queries.ts'

export function useArticles(page: number) {
  return useQuery({
    ...apiQuery(articleApi.list, { query: { page: String(page) } }),
    staleTime: 0,
    placeholderData: keepPreviousRows(({ articles }) => articles),
  })
}

export function useArticle(id: string) {
  return useQuery({ ...apiQuery(articleApi.detail, { params: { id } }), staleTime: 0 })
}
