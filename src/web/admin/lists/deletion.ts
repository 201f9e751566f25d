import { useMutation } from '@tanstack/react-query'
import { showToast } from '../../ui/toast-store.ts'

interface Deletion {
  deleted: number
  toast: { message: string; success: boolean }
}

/** What is told about deletes that ran side by side: how many worked, and why others did not. */
export function deletionOf(outcomes: PromiseSettledResult<{ message: string }>[]): Deletion {
  const replies = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  const why = [...new Set(reasons.map((reason) => (reason as Error).message))].join('、')
  const deleted = replies.length
  if (deleted === 0) return { deleted, toast: { message: why, success: false } }

  const only = replies.length === 1 && reasons.length === 0 ? replies[0] : undefined
  const told = only ? only.message : `成功刪除 ${deleted} 筆資料`
  if (reasons.length === 0) return { deleted, toast: { message: told, success: true } }
  const message = `${told}，${reasons.length} 筆未刪除：${why}`
  return { deleted, toast: { message, success: false } }
}

/** Deletes entries side by side, one call for each. */
export function useDeletion(choices: {
  remove: (id: string) => Promise<{ message: string }>
  /** At least one entry is gone. */
  onDeleted: () => void
  /** None is gone; the caller decides whether a word is said. */
  onFailed: (error: Error) => void
}) {
  return useMutation<Deletion, Error, string[]>({
    mutationFn: async (ids) => {
      const outcomes = await Promise.allSettled(ids.map(choices.remove))
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      const deletion = deletionOf(outcomes)
      if (failed && deletion.deleted === 0) throw failed.reason
      return deletion
    },
    onSuccess: ({ toast }) => {
      showToast(toast)
      choices.onDeleted()
    },
    onError: choices.onFailed,
  })
}
