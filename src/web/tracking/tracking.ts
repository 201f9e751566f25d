import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { catalogApi } from '#contract/catalog.ts'
import { endpointKey } from '#contract/endpoint.ts'
import { call } from '../api/call.ts'
import {
  noneTracked,
  subscribeToTracked,
  toggleTracked,
  trackedIds,
  untrack,
} from './tracked-ids.ts'

/** As many ids as one call takes. */
const batchSize = 50

export function useTracked(): readonly string[] {
  return useSyncExternalStore(subscribeToTracked, trackedIds, () => noneTracked)
}

/** Tracks an untracked product, untracks a tracked one. */
export function useToggleTracked(): (id: string) => void {
  return toggleTracked
}

/**
 * The tracked products, fetched by their ids. An id is untracked only when the reply to a call that
 * named it leaves it out, never because a list is shorter.
 */
export function useTrackedProducts() {
  const ids = useTracked()
  const tracked = useQuery({
    queryKey: [...endpointKey(catalogApi.byIds), ids],
    queryFn: ({ signal }) => fetchProducts(ids, signal),
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = tracked
  const found = new Set(data?.map(({ id }) => id))
  const gone = data && !isPlaceholderData ? ids.filter((id) => !found.has(id)).join(',') : ''
  useEffect(() => {
    if (gone !== '') untrack(new Set(gone.split(',')))
  }, [gone])
  return { products: data, isError: tracked.isError, refetch: tracked.refetch }
}

async function fetchProducts(ids: readonly string[], signal: AbortSignal) {
  const count = Math.ceil(ids.length / batchSize)
  const batches = Array.from({ length: count }, (_, index) =>
    ids.slice(index * batchSize, (index + 1) * batchSize).join(','),
  )
  const replies = await Promise.all(
    batches.map((batch) => call(catalogApi.byIds, { query: { ids: batch } }, { signal })),
  )
  return replies.flatMap(({ products }) => products)
}
