import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { endpointKey } from '#contract/endpoint.ts'
import { adminRunApi, type Run } from '#contract/runs.ts'
import { isDefinitiveFailure, useIdempotencyKey } from '../../api/idempotency-key.ts'
import { apiQuery, useApiMutation } from '../../api/queries.ts'
import { isUnfinished } from './run-words.ts'

const busyMs = 1_000
/** A run that another device starts is seen as late as this. */
const idleMs = 15_000

const noRuns: Run[] = []
const notYetRead = {
  ...{ success: true as const, runs: noRuns, messages: [] },
  pagination: { total_pages: 1, current_page: 1, has_pre: false, has_next: false, category: '' },
}
const currentRuns = apiQuery(adminRunApi.list, { query: { current: '1' } })

/** The runs that are being worked on, and those that can still be undone. */
export function useCurrentRuns(): Run[] {
  const query = useQuery({
    ...currentRuns,
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

/** Runs that were started, stopped or undone here, until a screen has seen them: their end may come before the answer. */
const unseen = new Map<string, Run>()

export function takeUnseenRuns(): Run[] {
  const taken = [...unseen.values()]
  unseen.clear()
  return taken
}

/** Shows a run as it was answered, so that its end is noticed however soon it comes. */
export function useRunChanged(): (run: Run) => Promise<void> {
  const client = useQueryClient()
  return async (run) => {
    // An answer from before the change would say that the run has ended.
    await client.cancelQueries({ queryKey: currentRuns.queryKey })
    client.setQueryData(currentRuns.queryKey, (known = notYetRead) => ({
      ...known,
      runs: [run, ...known.runs.filter(({ id }) => id !== run.id)],
    }))
    unseen.set(run.id, run)
    // Screens are told in a moment: read before, an end would be all that they see of it.
    await new Promise<void>((told) => notifyManager.schedule(told))
    for (const endpoint of [adminRunApi.list, adminRunApi.detail]) {
      void client.invalidateQueries({ queryKey: endpointKey(endpoint) })
    }
  }
}

export function useStopRun() {
  const changed = useRunChanged()
  return useApiMutation(adminRunApi.cancel, { onSuccess: ({ run }) => changed(run) })
}

export function useUndoRun() {
  const changed = useRunChanged()
  return useApiMutation(adminRunApi.undo, { onSuccess: ({ run }) => changed(run) })
}

export function useStartRun(options: { onStarted: (run: Run) => void }) {
  const changed = useRunChanged()
  const idempotency = useIdempotencyKey()
  return useApiMutation(adminRunApi.create, {
    callOptions: ({ data }) => ({ idempotencyKey: idempotency.keyOf(data) }),
    onSuccess: ({ run }) => {
      idempotency.reset()
      if (!run) return
      void changed(run)
      options.onStarted(run)
    },
    onError: (error) => {
      if (isDefinitiveFailure(error)) idempotency.reset()
    },
  })
}
