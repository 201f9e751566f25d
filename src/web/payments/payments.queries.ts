import { orderApi } from '#contract/orders.ts'
import { paymentApi } from '#contract/payments.ts'
import { isRefusal, useIntentKey } from '../api/intent-key.ts'
import { useApiMutation } from '../api/queries.ts'

/** A failure is told by a quiet line beside the button, a success by the order itself. */
export function usePay() {
  const intent = useIntentKey()
  return useApiMutation(paymentApi.pay, {
    toast: 'none',
    options: (input) => ({ idempotencyKey: intent.keyOf(input) }),
    refresh: [orderApi.detail, orderApi.list],
    onSuccess: intent.settle,
    onError: (error) => {
      if (isRefusal(error)) intent.settle()
    },
  })
}
