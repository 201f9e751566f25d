import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Carrier } from '#contract/order-states.ts'
import { adminRunApi, type RunEntry } from '#contract/runs.ts'
import { apiQuery } from '../../api/queries.ts'
import { isUnfinished } from '../runs/run-words.ts'
import { useRun, useStartRun } from '../runs/runs.queries.ts'
import type { TrackingNumbers } from './tracking-numbers.ts'

interface Shipment {
  ids: readonly string[]
  carrier: Carrier
  numbers: TrackingNumbers
}

/** Ships what is left of the orders, as a run with its undo; `failures` says why one was not. */
export function useShipOrders() {
  const [runId, setRunId] = useState<string>()
  const start = useStartRun({ onStarted: ({ id }) => setRunId(id) })
  const run = useRun(runId, { only: 'failed' })
  const isWorking = runId !== undefined && (!run.data || isUnfinished(run.data.run))
  const first = run.data?.entries
  const more = useMoreFailed(runId, isWorking ? 1 : run.data?.pagination.total_pages)
  const failures = useMemo(
    () => new Map([...(first ?? []), ...more].map(({ id, reason = '' }) => [id, reason])),
    [first, more],
  )
  return {
    ship: ({ ids, carrier, numbers }: Shipment) =>
      start.mutate({
        data: {
          ...{ kind: 'orders', action: 'ship', ids: [...ids] },
          input: {
            carrier,
            tracking_numbers: Object.fromEntries(ids.map((id) => [id, (numbers[id] ?? '').trim()])),
          },
        },
      }),
    isPending: start.isPending || (isWorking && !run.error),
    failures,
  }
}

/** The refused orders of an ended run after its first page. */
function useMoreFailed(id = '', pages = 1): RunEntry[] {
  return useQueries({
    queries: Array.from({ length: pages - 1 }, (_, index) => ({
      ...apiQuery(adminRunApi.detail, {
        params: { id },
        query: { only: 'failed', page: String(index + 2) },
      }),
      staleTime: 0,
    })),
    combine: (pages) => pages.flatMap(({ data }) => data?.entries ?? []),
  })
}
