import { useRef, useState } from 'react'
import type { Cart } from '#contract/cart.ts'
import { ApiError } from '../api/api-error.ts'
import { clearOrderedDraft } from '../shared/checkout-draft.ts'
import type { OrderContent } from './order-content.ts'
import { useCreateOrder } from './orders.queries.ts'

/**
 * One submission of the checkout. From the press until a refusal `cart` is the submitted one: the
 * caller's cart may be empty already, even when the reply was lost.
 */
export function useSubmission(current: Cart | undefined, privacyVersion: number | undefined) {
  const [submitted, setSubmitted] = useState<Cart>()
  const [orderId, setOrderId] = useState<string>()
  const isRunning = useRef(false)
  const create = useCreateOrder({
    onSuccess: (id) => {
      clearOrderedDraft()
      setOrderId(id)
    },
  })
  const isOrdered = orderId !== undefined
  const isSubmitted = create.isPending || create.isOutcomeUnknown || isOrdered

  function submit(order: OrderContent, cart: Cart) {
    // A second press can come before the button shows that the request is pending.
    if (isRunning.current) return
    isRunning.current = true
    setSubmitted(cart)
    const { credit = 0, points = 0 } = order
    create.mutate(
      {
        data: {
          ...order,
          expected_total: (cart.charge ?? cart.payable) - credit - points,
          ...(privacyVersion !== undefined && { privacy_version: privacyVersion }),
        },
      },
      {
        onSettled: () => {
          isRunning.current = false
        },
      },
    )
  }

  return {
    submit,
    cart: isSubmitted ? submitted : current,
    orderId,
    isSending: create.isPending || isOrdered,
    fieldErrors: create.error instanceof ApiError ? create.error.fields : undefined,
  }
}
