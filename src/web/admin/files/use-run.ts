import { useQuery } from '@tanstack/react-query'
import { adminRunApi } from '#contract/runs.ts'
import { apiQuery } from '../../api/queries.ts'

const working = ['checking', 'queued', 'running', 'undoing']

/** A run, read every second while a job works on it. */
export function useRun(id: string | undefined) {
  return useQuery({
    ...apiQuery(adminRunApi.detail, { params: { id: id ?? '' }, query: {} }),
    enabled: id !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const known = state.data?.run.state
      return known === undefined || working.includes(known) ? 1_000 : false
    },
  })
}
