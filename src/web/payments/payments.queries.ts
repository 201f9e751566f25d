import { orderApi } from '#contract/orders.ts'
import { paymentApi } from '#contract/payments.ts'
import { isDefinitiveFailure, useIdempotencyKey } from '../api/idempotency-key.ts'
import { useApiMutation } from '../api/queries.ts'

/** A failure shows an inline error beside the button, a success the paid order. */
export function usePay() {
  const idempotency = useIdempotencyKey()
  return useApiMutation(paymentApi.pay, {
    toast: 'none',
    callOptions: (input) => ({ idempotencyKey: idempotency.keyOf(input) }),
    refresh: [orderApi.detail, orderApi.list],
    onSuccess: idempotency.reset,
    onError: (error) => {
      if (isDefinitiveFailure(error)) idempotency.reset()
    },
  })
}
