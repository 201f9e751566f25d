import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { StoreChain } from '#contract/shipping-kinds.ts'
import { type Store, storeApi } from '#contract/stores.ts'
import { callerQuery } from '../api/caller-query.ts'
import { useMemberSession } from '../api/member-session.ts'
import { apiQuery, keepPreviousRows, useApiMutation } from '../api/queries.ts'
import { postForm } from '../shared/post-form.ts'

/** The choice of the caller, which the shop keeps. */
export function useStoreChoices() {
  return useQuery({ ...useChoicesQuery(), staleTime: 0 })
}

function useChoicesQuery() {
  return callerQuery(useMemberSession(), storeApi.readChoice, {})
}

interface Asked {
  chain: StoreChain
  county: string
  district: string
  q: string
}

/** Without a place and a text there is no question. */
export function isAsked({ county, district, q }: Asked): boolean {
  return q !== '' || (county !== '' && district !== '')
}

export function useStores(asked: Asked) {
  const { chain, county, district, q } = asked
  const query = {
    chain,
    ...(county && { county }),
    ...(district && { district }),
    ...(q && { q }),
  }
  return useQuery({
    ...apiQuery(storeApi.list, { query }),
    enabled: isAsked(asked),
    placeholderData: keepPreviousRows(({ stores }) => stores),
    staleTime: 10 * 60_000,
  })
}

export function useChooseStore() {
  const client = useQueryClient()
  const { queryKey } = useChoicesQuery()
  return useApiMutation(storeApi.choose, {
    toast: 'none',
    onSuccess: ({ store_token, store }) => {
      const isOther = ({ chain, id }: Store) => chain !== store.chain || id !== store.id
      client.setQueryData(queryKey, (known) => ({
        success: true as const,
        choice: { store_token, store },
        recent: [store, ...(known?.recent ?? []).filter(isOther)],
      }))
    },
  })
}

/** Leaves for the map of the chain. */
export function useOpenMap() {
  return useApiMutation(storeApi.openMap, {
    toast: 'none',
    onSuccess: ({ action, fields }) => postForm(action, fields),
  })
}
