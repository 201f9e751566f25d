import { isUnauthorized } from '../../api/api-error.ts'

export interface BulkOutcome {
  done: number
  toast: { message: string; success: boolean }
}

/**
 * Outcome of a bulk action: how many entries worked, and why others did not. A 401 is thrown
 * even if other entries worked, because it ends the session.
 */
export function bulkOutcome(
  results: PromiseSettledResult<{ message: string }>[],
  successText: (count: number) => string,
  failedWord = '未完成',
): BulkOutcome {
  const replies = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failures = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  const unauthorized = failures.find((failure) => isUnauthorized(failure))
  if (unauthorized) throw unauthorized
  const reasons = failures.map((failure) => (failure as Error).message)
  const done = replies.length
  if (done === 0) return { done, toast: { message: eachOnce(reasons), success: false } }

  const single = replies.length === 1 && failures.length === 0 ? replies[0] : undefined
  const successMessage = single ? single.message : successText(done)
  if (failures.length === 0) return { done, toast: { message: successMessage, success: true } }
  const message = `${successMessage}，${failureText(failedWord, reasons)}`
  return { done, toast: { message, success: false } }
}

/** How many entries did not work, in the words of the action, such as 「未刪除」, and why. */
export function failureText(failedWord: string, reasons: string[]): string {
  return `${reasons.length} 筆${failedWord}：${eachOnce(reasons)}`
}

function eachOnce(reasons: string[]): string {
  return [...new Set(reasons)].join('、')
}
