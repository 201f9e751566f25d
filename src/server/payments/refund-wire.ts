import type { Refund } from '#contract/order-life.ts'
import { toSeconds } from '../orders/order-wire.ts'
import type { RefundRow } from './refunds.queries.ts'

export function toRefund({ refund, method }: { refund: RefundRow; method: string }): Refund {
  const { id, orderId, amount, reason, state, createdAt, doneAt } = refund
  return {
    id,
    order_id: orderId,
    amount,
    reason,
    state,
    method,
    created_at: toSeconds(createdAt),
    ...(doneAt && { done_at: toSeconds(doneAt) }),
  }
}

/** And for an administrator with why it waits or failed. */
export function toStaffRefund(row: { refund: RefundRow; method: string }): Refund {
  const { lastError } = row.refund
  return { ...toRefund(row), ...(lastError && { last_error: lastError }) }
}
