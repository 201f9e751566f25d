import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { adminOrderChangeApi, type OrderChangeReply } from '#contract/order-change.ts'
import { apiQuery } from '../../../api/queries.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import type { ChangeInput } from './change-form.ts'

export interface ChangePreview {
  /** Of the form before, while that of now is asked about. */
  preview: OrderChangeReply | undefined
  isCurrent: boolean
  /** Why the order cannot be changed so; undefined while that is not known. */
  fault: string | undefined
  refetch: () => void
}

/** The sums that an order would have, as the server would change it now. */
export function useChangePreview(input: ChangeInput | undefined): ChangePreview {
  const asked = input ? JSON.stringify(input) : ''
  const settled = useDebounced(asked, { delayMs: 250, isComposing: false })
  const { params, data } = JSON.parse(settled || '{"params":{"id":""}}') as ChangeInput
  const query = useQuery({
    ...apiQuery(adminOrderChangeApi.change, { params, data: { ...data, preview: true } }),
    enabled: settled !== '',
    // Never from the cache: prices may have changed since.
    ...{ staleTime: 0, gcTime: 0, placeholderData: keepPreviousData, retry: false },
  })
  const isSettled = asked !== '' && asked === settled
  const { data: preview, error, isPlaceholderData, isFetching } = query
  return {
    preview: asked === '' ? undefined : preview,
    isCurrent: isSettled && preview !== undefined && !isPlaceholderData && !isFetching && !error,
    fault: isSettled && !isFetching ? (error?.message ?? preview?.refusal) : undefined,
    refetch: () => void query.refetch(),
  }
}
