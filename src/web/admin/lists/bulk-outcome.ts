import { isUnauthorized } from '../use-session-end.ts'

export interface BulkOutcome {
  done: number
  toast: { message: string; success: boolean }
}

/**
 * What a bulk action came to: how many entries worked, and why others did not. A 401 is thrown
 * even if other entries worked, because it ends the session.
 */
export function bulkOutcome(
  results: PromiseSettledResult<{ message: string }>[],
  successText: (count: number) => string,
): BulkOutcome {
  const replies = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failures = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  const unauthorized = failures.find((failure) => isUnauthorized(failure))
  if (unauthorized) throw unauthorized
  const reasons = [...new Set(failures.map((failure) => (failure as Error).message))].join('、')
  const done = replies.length
  if (done === 0) return { done, toast: { message: reasons, success: false } }

  const single = replies.length === 1 && failures.length === 0 ? replies[0] : undefined
  const successMessage = single ? single.message : successText(done)
  if (failures.length === 0) return { done, toast: { message: successMessage, success: true } }
  const message = `${successMessage}，${failures.length} 筆未刪除：${reasons}`
  return { done, toast: { message, success: false } }
}
