import { useQueries, useQuery } from '@tanstack/react-query'
import { adminPackingApi } from '#contract/packing.ts'
import { apiQuery } from '../../api/queries.ts'

/** The orders that wait to be shipped, oldest first. */
export function usePackableOrders() {
  return useQuery({ ...apiQuery(adminPackingApi.list, { data: {} }), staleTime: 0 })
}

/** The orders of a print as they are now. Once only: reading them marks them as printed. */
export function usePrintedOrders(ids: readonly string[]) {
  return useQuery({
    ...apiQuery(adminPackingApi.list, { data: { ids: [...ids], is_printed: true } }),
    // Not read again for an invalidation of all queries either.
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

const numbersPerCall = 50

/** The orders that have one of these tracking numbers already, by number. */
export function useUsedNumbers(numbers: readonly string[]): Map<string, string> {
  const chunks = Array.from({ length: Math.ceil(numbers.length / numbersPerCall) }, (_, index) =>
    numbers.slice(index * numbersPerCall, (index + 1) * numbersPerCall),
  )
  const replies = useQueries({
    queries: chunks.map((chunk) =>
      apiQuery(adminPackingApi.trackingNumbers, { query: { numbers: chunk.join(',') } }),
    ),
  })
  const used = replies.flatMap(({ data }) => data?.used ?? [])
  return new Map(used.map(({ tracking_number, number }) => [tracking_number, number]))
}
