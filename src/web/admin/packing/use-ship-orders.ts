import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Carrier } from '#contract/order-states.ts'
import { adminPackingApi } from '#contract/packing.ts'
import { endpointKey } from '../../api/endpoint-key.ts'
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
  const client = useQueryClient()
  const [runId, setRunId] = useState<string>()
  const start = useStartRun({ onStarted: ({ id }) => setRunId(id) })
  const run = useRun(runId, { only: 'failed' })
  const isWorking = runId !== undefined && (!run.data || isUnfinished(run.data.run))
  useEffect(() => {
    if (runId !== undefined && !isWorking) {
      void client.invalidateQueries({ queryKey: endpointKey(adminPackingApi.list) })
    }
  }, [client, runId, isWorking])
  const entries = run.data?.entries
  const failures = useMemo(
    () => new Map(entries?.map(({ id, reason = '' }) => [id, reason])),
    [entries],
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
