import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { EndpointInput } from '#contract/endpoint.ts'
import type { change } from '#contract/order-change.schema.ts'
import { type OrderChangeReply, orderChangeApi } from '#contract/order-change.ts'
import { paymentApi } from '#contract/payments.ts'
import { callerQuery } from '../../api/caller-query.ts'
import { useMemberSession } from '../../api/member-session.ts'
import { useApiMutation } from '../../api/queries.ts'
import { ofOrders } from '../../shared/order-endpoints.ts'
import { useDebounced } from '../../ui/use-debounced.ts'

export type ChangeInput = EndpointInput<typeof change>

/** The sums that an own order would have, and whether they are of the form of now. */
export function useChangePreview(input: ChangeInput) {
  const asked = JSON.stringify(input)
  const settled = useDebounced(asked, { delayMs: 250, isComposing: false })
  const { params, data } = settled === '' ? input : (JSON.parse(settled) as ChangeInput)
  const session = useMemberSession()
  const query = useQuery({
    ...callerQuery(session, orderChangeApi.change, { params, data: { ...data, preview: true } }),
    enabled: settled !== '' && !session.isRestoring,
    // Never from the cache: prices may have changed since.
    ...{ staleTime: 0, gcTime: 0, placeholderData: keepPreviousData, retry: false },
  })
  const { data: preview, error, isPlaceholderData, isFetching } = query
  const isSettled = asked === settled && !isFetching
  return {
    preview,
    isCurrent: isSettled && preview !== undefined && !isPlaceholderData && !error,
    fault: isSettled ? (error?.message ?? preview?.refusal) : undefined,
    isFailed: isSettled && error !== null,
    refetch: () => void query.refetch(),
  }
}

export function useChangeOrder(choices: {
  onChanged: (reply: OrderChangeReply) => void
  onRefused: () => void
}) {
  return useApiMutation(orderChangeApi.change, {
    toast: 'none',
    hasNotice: true,
    refresh: [...ofOrders, paymentApi.options],
    refreshesOnConflict: true,
    onSuccess: choices.onChanged,
    onError: choices.onRefused,
  })
}
