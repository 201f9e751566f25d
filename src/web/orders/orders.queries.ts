import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { orderApi } from '#contract/orders.ts'
import { isRefusal, useIntentKey } from '../api/intent-key.ts'
import { useMemberSession } from '../api/member-session.ts'
import { endpointKey, useApiMutation } from '../api/queries.ts'
import { shopperQuery } from '../api/shopper-query.ts'
import { refreshCart } from '../cart/cart.queries.ts'

export function useOrders(page: number) {
  const query = shopperQuery(useMemberSession(), orderApi.list, { query: { page: String(page) } })
  return useQuery({ ...query, placeholderData: keepPreviousData })
}

export function useOrder(id: string) {
  const query = shopperQuery(useMemberSession(), orderApi.detail, { params: { id } })
  return useQuery({ ...query, select: ({ order }) => order })
}

/** Submitting the same information again after a lost answer does not order twice. */
export function useCreateOrder(choices: { onSuccess: (orderId: string) => void }) {
  const client = useQueryClient()
  const intent = useIntentKey()
  const create = useApiMutation(orderApi.create, {
    options: (input) => ({ idempotencyKey: intent.keyOf(input) }),
    onSuccess: ({ orderId }) => {
      intent.settle()
      choices.onSuccess(orderId)
      void refreshCart(client)
      void client.invalidateQueries({ queryKey: endpointKey(orderApi.list) })
    },
    onError: (error) => {
      if (!isRefusal(error)) return
      intent.settle()
      void refreshCart(client)
    },
  })
  return { ...create, isOutcomeUnknown: create.isError && !isRefusal(create.error) }
}
