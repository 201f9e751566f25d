import { useQuery } from '@tanstack/react-query'
import { adminRunApi, type Run } from '#contract/runs.ts'
import { apiQuery, useApiMutation } from '../../api/queries.ts'
import { isUnfinished } from './run-words.ts'

const busyMs = 1_000
/** A run that another device starts is seen as late as this. */
const idleMs = 15_000

const noRuns: Run[] = []

/** The runs that are being worked on, and those that can still be undone. */
export function useCurrentRuns(): Run[] {
  const query = useQuery({
    ...apiQuery(adminRunApi.list, { query: { current: '1' } }),
    refetchInterval: ({ state }) => (state.data?.runs.some(isUnfinished) ? busyMs : idleMs),
  })
  return query.data?.runs ?? noRuns
}

/** One run with a page of its entries, read again until it has ended. */
export function useRun(id: string | undefined, query: { page?: string; only?: Only } = {}) {
  return useQuery({
    ...apiQuery(adminRunApi.detail, { params: { id: id ?? '' }, query }),
    enabled: id !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data.run) ? busyMs : false),
  })
}
export type Only = 'waiting' | 'done' | 'failed' | 'undone' | 'kept' | ''

const runEndpoints = [adminRunApi.list, adminRunApi.detail]

export function useStopRun() {
  return useApiMutation(adminRunApi.cancel, { refresh: runEndpoints })
}

export function useUndoRun() {
  return useApiMutation(adminRunApi.undo, { refresh: runEndpoints })
}

export function useStartRun(options: {
  onStarted: (run: Run) => void
  keyOf: (data: unknown) => string
}) {
  return useApiMutation(adminRunApi.create, {
    refresh: runEndpoints,
    callOptions: ({ data }) => ({ idempotencyKey: options.keyOf(data) }),
    onSuccess: ({ run }) => {
      if (run) options.onStarted(run)
    },
  })
}
