import { useQuery } from '@tanstack/react-query'
import { listApi, type ViewedList } from '#contract/lists.ts'
import { apiQuery, useApiMutation } from '../../../api/queries.ts'

/** The account's saved views and chosen columns of a list. */
export function useFind(list: ViewedList | undefined) {
  const kept = useQuery({
    ...apiQuery(listApi.views, { query: { list: list ?? 'orders' } }),
    enabled: list !== undefined,
  })
  const choose = useApiMutation(listApi.chooseColumns, {
    toast: 'failure',
    isPendingUntilShown: true,
  })
  const saved = list === undefined ? undefined : kept.data
  // The choice is seen at once, before the server has kept it.
  const chosen = choose.isPending ? choose.variables?.data.columns : saved?.columns
  return {
    views: saved?.views ?? [],
    columns: chosen ?? null,
    choose: (columns: string[] | null) => {
      if (list !== undefined) choose.mutate({ data: { list, columns } })
    },
  }
}
