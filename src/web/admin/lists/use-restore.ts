import { type TrashKind, trashApi } from '#contract/trash.ts'
import { useApiMutation } from '../../api/queries.ts'

/** Brings deleted entries back from the trash, all of them in one call. */
export function useRestore(onRestored: () => void): (kind: TrashKind, ids: string[]) => void {
  const restore = useApiMutation(trashApi.restore, {
    refresh: [trashApi.list],
    onSuccess: onRestored,
  })
  return (kind, ids) => restore.mutate({ data: { kind, ids } })
}
