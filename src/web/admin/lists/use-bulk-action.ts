import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isUnauthorized } from '../../api/api-error.ts'
import { writeTogether } from '../../api/write.ts'
import { showToast, type ToastAction } from '../../ui/toast-store.ts'
import { type BulkOutcome, bulkOutcome } from './bulk-outcome.ts'

interface BulkActionOptions<Row> {
  /** Handles one entry. */
  run: (entry: Row) => Promise<{ message: string }>
  successText: (count: number) => string
  /** The toast's word for the entries that failed, such as 「未刪除」. */
  failedWord?: string
  /** The toast's action for the entries that were handled. */
  actionOf?: (entries: Row[]) => ToastAction | undefined
  /** At least one entry was handled. */
  onDone: () => void
  /** No entry was handled; the caller decides whether to show the error. */
  onFailed: (error: Error) => void
}

/** Handles entries in parallel, one call for each, and counts those that are settled. */
export function useBulkAction<Row>(options: BulkActionOptions<Row>) {
  const [settled, setSettled] = useState(0)
  const mutation = useMutation<BulkOutcome & { handled: Row[] }, Error, Row[]>({
    mutationFn: async (entries) => {
      setSettled(0)
      const results = await writeTogether(() =>
        Promise.allSettled(
          entries.map((entry) =>
            options.run(entry).finally(() => setSettled((count) => count + 1)),
          ),
        ),
      )
      const outcome = bulkOutcome(results, options.successText, options.failedWord)
      const failed = results.find((result) => result.status === 'rejected')
      if (failed && outcome.done === 0) throw failed.reason
      const handled = entries.filter((_, index) => results[index]?.status === 'fulfilled')
      return { ...outcome, handled }
    },
    onSuccess: ({ toast: { message, success }, handled }) => {
      const action = options.actionOf?.(handled)
      showToast({ tone: success ? 'success' : 'failure', text: message, ...(action && { action }) })
      options.onDone()
    },
    onError: (error) => {
      // It comes only after 離開後台 or a change of account: nothing is left to tell.
      if (!isUnauthorized(error)) options.onFailed(error)
    },
  })
  return { start: mutation.mutate, isRunning: mutation.isPending, settled }
}
