import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { endpointKey } from '#contract/endpoint.ts'
import { handOutApi } from '#contract/hand-out.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { useApiMutation } from '../api/queries.ts'
import type { SentItem } from './send-wishes.ts'
import { type ListReply, loadList, saveList } from './stored-list.ts'

/** Whose screen it is: a leader's, or that of the staff in the back office. */
export interface Helper {
  /** Of the member or the administrator, as long as the session lasts. */
  owner: string
  isStaff: boolean
  /** The code of the one group that is handed out. */
  group?: string | undefined
}

/** A bad network is left to itself after this long, and the row of the list is taken. */
const lookUpMs = 2_500
const sendMs = 15_000

/** The list; without a network, as it was read last on this device. */
export function useHandOuts(helper: Helper) {
  const { isStaff, group, owner } = helper
  const query = useQuery<ListReply, ApiError>({
    queryKey: [...endpointKey(handOutApi.list), { group }, { caller: owner }],
    queryFn: ({ signal }) => call(handOutApi.list, { query: { group } }, { signal, isStaff }),
    meta: { shows: handOutApi.list.shows },
    initialData: () => loadList(owner, group),
    initialDataUpdatedAt: 0,
    networkMode: 'always',
    refetchInterval: 60_000,
  })
  const { data } = query
  useEffect(() => {
    if (data) saveList(owner, group, data)
  }, [data, owner, group])
  return query
}

/** Asks the shop whose a code is; undefined where the shop cannot be reached. */
export function useLookUp({ isStaff }: Helper) {
  return useCallback(
    async (code: string) => {
      const signal = AbortSignal.timeout(lookUpMs)
      try {
        return (await call(handOutApi.find, { params: { code } }, { signal, isStaff })).hand_out
      } catch (error) {
        if (error instanceof ApiError && error.status > 0 && error.status < 500) throw error
        return undefined
      }
    },
    [isStaff],
  )
}

export function useReminder({ isStaff }: Helper) {
  return useApiMutation(handOutApi.remind, {
    refresh: [handOutApi.list],
    callOptions: () => ({ isStaff }),
  })
}

export function useSendItems({ isStaff }: Helper) {
  const client = useQueryClient()
  return useCallback(
    async (items: SentItem[]) => {
      const signal = AbortSignal.timeout(sendMs)
      const reply = await call(handOutApi.handOut, { data: { items } }, { signal, isStaff })
      await client.invalidateQueries({ queryKey: endpointKey(handOutApi.list) })
      return reply
    },
    [client, isStaff],
  )
}
