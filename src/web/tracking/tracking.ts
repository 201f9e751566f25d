import { keepPreviousData, type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { catalogApi, type Product } from '#contract/catalog.ts'
import { apiQuery } from '../api/queries.ts'
import { subscribeToTracked, toggleTracked, trackedIds, untrack } from './tracked-ids.ts'

const noneTracked: readonly string[] = []
/** As many ids as one call takes. */
const batchSize = 50

export function useTracked(): readonly string[] {
  return useSyncExternalStore(subscribeToTracked, trackedIds, () => noneTracked)
}

/** Tracks an untracked product and the other way round. */
export function useToggleTracked(): (id: string) => void {
  return toggleTracked
}

/**
 * The tracked products, asked for by their ids. An id is untracked only when the reply to a call
 * that named it leaves it out, never because a list is shorter.
 */
export function useTrackedProducts() {
  const batches = batchesOf(useTracked())
  const tracked = useQueries({
    queries: batches.map((ids) => ({
      ...apiQuery(catalogApi.byIds, { query: { ids: ids.join(',') } }),
      placeholderData: keepPreviousData,
    })),
    combine: combineBatches,
  })
  const gone = batches
    .flatMap((ids, index) => {
      const found = tracked.answered[index]
      return found ? ids.filter((id) => !found.some((product) => product.id === id)) : []
    })
    .join(',')
  useEffect(() => {
    if (gone !== '') untrack(new Set(gone.split(',')))
  }, [gone])
  return tracked
}

function batchesOf(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / batchSize)
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * batchSize, (index + 1) * batchSize),
  )
}

function combineBatches(results: UseQueryResult<{ products: Product[] }>[]) {
  return {
    /** Undefined until every batch has a reply. */
    products: results.every(({ data }) => data)
      ? results.flatMap(({ data }) => data?.products ?? [])
      : undefined,
    /** The reply to each batch's own ids; undefined while there is none. */
    answered: results.map(({ data, isPlaceholderData }) =>
      isPlaceholderData ? undefined : data?.products,
    ),
    isError: results.some(({ isError }) => isError),
    refetch: () => Promise.all(results.map(({ refetch }) => refetch())),
  }
}
