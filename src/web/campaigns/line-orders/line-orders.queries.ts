import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type EndpointInput, endpointKey } from '#contract/endpoint.ts'
import type * as schema from '#contract/line-orders.schema.ts'
import { adminLineOrderApi, lineOrderApi } from '#contract/line-orders.ts'
import { leaderApi } from '#contract/participations.ts'
import type { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { write } from '../../api/write.ts'
import { showToast } from '../../ui/toast-store.ts'

/** The group whose chat is read, and who reads it: its leader, or the staff. */
export type LineTarget =
  | { by: 'leader'; uid: string; code: string }
  | { by: 'staff'; campaignId: string; groupId: string | undefined }

export type ReadInput = EndpointInput<typeof schema.read>['data']
export type EnterInput = EndpointInput<typeof schema.enter>['data']

function read(target: LineTarget, data: ReadInput, signal?: AbortSignal) {
  return target.by === 'leader'
    ? call(lineOrderApi.read, { params: { code: target.code }, data }, { signal })
    : call(adminLineOrderApi.read, { data: { ...ofGroup(target), ...data } }, { signal })
}

function ofGroup({ campaignId, groupId }: Extract<LineTarget, { by: 'staff' }>) {
  return { campaign_id: campaignId, ...(groupId && { group_id: groupId }) }
}

const keyOf = (target: LineTarget) => [
  ...endpointKey(lineOrderApi.read),
  target,
  ...(target.by === 'leader' ? [{ caller: target.uid }] : []),
]

/** How the group stands: its goods, and the people with a place. */
export function useLineGroup(target: LineTarget) {
  return useQuery<Awaited<ReturnType<typeof read>>, ApiError>({
    queryKey: keyOf(target),
    queryFn: ({ signal }) => read(target, { text: '' }, signal),
    staleTime: 0,
    meta: { caller: target.by === 'staff' ? 'admin' : 'member' },
  })
}

/** Reads a chat, or quotes places; nothing is entered. */
export function useReadLineOrders(target: LineTarget) {
  return useMutation({
    mutationFn: (data: ReadInput) => read(target, data),
    onError: ({ message }) => showToast({ tone: 'failure', text: message }),
  })
}

export function useEnterLineOrders(target: LineTarget) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (data: EnterInput) =>
      target.by === 'leader'
        ? write(lineOrderApi.enter, { params: { code: target.code }, data })
        : write(adminLineOrderApi.enter, { data: { ...ofGroup(target), ...data } }),
    onSuccess: ({ message, results }) => {
      const isWhole = results.every(({ outcome }) => outcome !== 'refused')
      showToast({ tone: isWhole ? 'success' : 'failure', text: message })
      for (const queryKey of [keyOf(target), endpointKey(leaderApi.console)]) {
        void client.invalidateQueries({ queryKey })
      }
    },
    onError: ({ message }) => showToast({ tone: 'failure', text: message }),
  })
}
