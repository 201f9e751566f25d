import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { endpointKey } from '#contract/endpoint.ts'
import { handOutApi } from '#contract/hand-out.ts'
import { leaderMoneyApi } from '#contract/leader-money.ts'
import { leaderApi } from '#contract/participations.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { useApiMutation } from '../api/queries.ts'
import { type ListReply, loadList, saveList } from '../shared/hand-out-lists.ts'
import type { SentItem } from './send-wishes.ts'
import { withAnswers } from './with-wishes.ts'

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
  return useQuery<ListReply, ApiError>({
    queryKey: [...endpointKey(handOutApi.list), { group }, { caller: owner }],
    queryFn: async ({ signal }) => {
      const reply = await call(handOutApi.list, { query: { group } }, { signal, isStaff })
      saveList(owner, group, reply)
      return reply
    },
    meta: { shows: handOutApi.list.shows },
    initialData: () => loadList(owner, group)?.reply,
    initialDataUpdatedAt: () => loadList(owner, group)?.savedAt,
    staleTime: 0,
    networkMode: 'always',
    refetchInterval: 60_000,
  })
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

/** A press may also take money, which the leader's other screens tell. */
const changedByHandOut = [handOutApi.list, leaderApi.console, leaderMoneyApi.account]

export function useSendItems({ isStaff, owner, group }: Helper) {
  const client = useQueryClient()
  return useCallback(
    async (items: SentItem[]) => {
      const signal = AbortSignal.timeout(sendMs)
      const reply = await call(handOutApi.handOut, { data: { items } }, { signal, isStaff })
      // The rows are as they were pressed until the list is read again, which may take a while.
      const list = { queryKey: endpointKey(handOutApi.list) }
      client.setQueriesData<ListReply>(list, (known) => known && withAnswers(known, items, reply))
      const stored = loadList(owner, group)
      if (stored) {
        saveList(owner, group, withAnswers(stored.reply, items, reply), stored.savedAt)
      }
      for (const stale of changedByHandOut) {
        void client.invalidateQueries({ queryKey: endpointKey(stale) })
      }
      return reply
    },
    [client, isStaff, owner, group],
  )
}
