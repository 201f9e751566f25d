import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import type { Carrier } from '#contract/order-states.ts'
import { adminPackingApi } from '#contract/packing.ts'
import { call } from '../../api/call.ts'
import { endpointKey } from '../../api/queries.ts'
import { showToast } from '../../ui/toast-store.ts'
import { orderEndpoints } from '../orders/order-life.ts'
import type { TrackingNumbers } from './tracking-numbers.ts'

interface Shipment {
  ids: readonly string[]
  carrier: Carrier
  numbers: TrackingNumbers
}

/** Ships what is left of each order by the call that ships one; `failures` says why one was not. */
export function useShipOrders() {
  const client = useQueryClient()
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())
  const run = useMutation({
    mutationFn: async ({ ids, carrier, numbers }: Shipment) => {
      const failed = new Map<string, string>()
      // One after the other, so that a long list does not take all the connections of the shop.
      for (const id of ids) {
        const tracking_number = (numbers[id] ?? '').trim()
        await call(adminOrderLifeApi.ship, {
          params: { id },
          data: { carrier, tracking_number },
        }).catch((error: Error) => failed.set(id, error.message))
      }
      return failed
    },
    onSuccess: async (failed, { ids }) => {
      setFailures(failed)
      const shipped = ids.length - failed.size
      if (shipped > 0) showToast({ tone: 'success', text: `已出貨 ${shipped} 筆` })
      if (failed.size > 0) showToast({ tone: 'failure', text: `${failed.size} 筆無法出貨` })
      for (const endpoint of [adminPackingApi.list, ...orderEndpoints]) {
        await client.invalidateQueries({ queryKey: endpointKey(endpoint) })
      }
    },
  })
  return { ship: run.mutate, isPending: run.isPending, failures }
}
