import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { catalogApi } from '#contract/catalog.ts'
import { apiQuery, endpointKey } from '../api/queries.ts'
import { pruneTracked, subscribeToTracked, toggleTracked, trackedIds } from './tracked-ids.ts'

const noneTracked: readonly string[] = []

export function useTracked(): readonly string[] {
  return useSyncExternalStore(subscribeToTracked, trackedIds, () => noneTracked)
}

/** Tracks an untracked product and the other way round. */
export function useToggleTracked(): (id: string) => void {
  const client = useQueryClient()
  return (id) => {
    toggleTracked(id)
    // One that the known products lack is newer than they are.
    const known = client.getQueryData(apiQuery(catalogApi.all, {}).queryKey)
    if (known && !known.products.some((product) => product.id === id)) {
      client.invalidateQueries({ queryKey: endpointKey(catalogApi.all) })
    }
  }
}

/** All products, asked for as soon as one is tracked; ids that are none of theirs are forgotten. */
export function useTrackedProducts() {
  const ids = useTracked()
  const all = useQuery({ ...apiQuery(catalogApi.all, {}), enabled: ids.length > 0 })
  const products = all.data?.products
  useEffect(() => {
    if (products) pruneTracked(new Set(products.map(({ id }) => id)))
  }, [products])
  return all
}
