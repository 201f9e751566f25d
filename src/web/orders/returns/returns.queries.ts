import { returnApi } from '#contract/returns.ts'
import { isDefinitiveFailure, useIdempotencyKey } from '../../api/idempotency-key.ts'
import { useApiMutation } from '../../api/queries.ts'
import { ofOrders } from '../../shared/order-endpoints.ts'

/** A retry of the same content after a lost reply does not ask twice. */
export function useAskReturn({ onAsked }: { onAsked: () => void }) {
  const idempotency = useIdempotencyKey()
  return useApiMutation(returnApi.ask, {
    hasNotice: true,
    callOptions: (input) => ({ idempotencyKey: idempotency.keyOf(input) }),
    refresh: ofOrders,
    refreshesOnConflict: true,
    onSuccess: () => {
      idempotency.reset()
      onAsked()
    },
    onError: (error) => {
      if (isDefinitiveFailure(error)) idempotency.reset()
    },
  })
}

export function useWithdrawReturn() {
  return useApiMutation(returnApi.withdraw, {
    hasNotice: true,
    refresh: ofOrders,
    refreshesOnConflict: true,
  })
}

export function useSendReturn() {
  return useApiMutation(returnApi.send, {
    hasNotice: true,
    refresh: ofOrders,
    refreshesOnConflict: true,
  })
}
