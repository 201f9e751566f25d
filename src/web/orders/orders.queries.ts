import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { orderApi } from '#contract/orders.ts'
import { callerQuery } from '../api/caller-query.ts'
import { isDefinitiveFailure, useIdempotencyKey } from '../api/idempotency-key.ts'
import { useMemberSession } from '../api/member-session.ts'
import { endpointKey, useApiMutation } from '../api/queries.ts'
import { refreshCart } from '../cart/cart.queries.ts'

export function useOrders(page: number) {
  const query = callerQuery(useMemberSession(), orderApi.list, { query: { page: String(page) } })
  return useQuery({ ...query, placeholderData: keepPreviousData })
}

export function useOrder(id: string) {
  const query = callerQuery(useMemberSession(), orderApi.detail, { params: { id } })
  return useQuery({ ...query, select: ({ order }) => order })
}

/** A retry of the same content after a lost reply does not order twice. */
export function useCreateOrder(choices: { onSuccess: (orderId: string) => void }) {
  const client = useQueryClient()
  const idempotency = useIdempotencyKey()
  const create = useApiMutation(orderApi.create, {
    callOptions: (input) => ({ idempotencyKey: idempotency.keyOf(input) }),
    onSuccess: ({ orderId }) => {
      idempotency.reset()
      choices.onSuccess(orderId)
      void refreshCart(client)
      void client.invalidateQueries({ queryKey: endpointKey(orderApi.list) })
    },
    onError: (error) => {
      if (!isDefinitiveFailure(error)) return
      idempotency.reset()
      void refreshCart(client)
    },
  })
  return { ...create, isOutcomeUnknown: create.isError && !isDefinitiveFailure(create.error) }
}
