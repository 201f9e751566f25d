import { type TrashKind, trashApi } from '#contract/trash.ts'
import { useApiMutation } from '../../api/queries.ts'
import { showToast } from '../../ui/toast-store.ts'
import { failureText } from './bulk-outcome.ts'

/** Brings deleted entries back from the trash, all of them in one call. */
export function useRestore(onRestored: () => void): (kind: TrashKind, ids: string[]) => void {
  const restore = useApiMutation(trashApi.restore, {
    toast: 'failure',
    onSuccess: ({ message, failed }) => {
      const reasons = failed.map(({ reason }) => reason)
      const rest = failed.length > 0 ? `，${failureText('未還原', reasons)}` : ''
      showToast({ message: message + rest, success: failed.length === 0 })
      onRestored()
    },
  })
  return (kind, ids) => restore.mutate({ data: { kind, ids } })
}
