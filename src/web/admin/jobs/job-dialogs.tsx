import { adminJobApi, type FailedJob } from '#contract/jobs.ts'
import { write } from '../../api/write.ts'
import { showToast } from '../../ui/toast-store.ts'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import type { EntryDialogProps } from '../lists/list-definition.ts'
import { useBulkAction } from '../lists/use-bulk-action.ts'

type Props = EntryDialogProps<FailedJob>

export function RetryJobDialog(props: Props) {
  const confirm = useJobAction(
    props,
    (id) => write(adminJobApi.retry, { params: { id } }),
    '已重新執行',
  )
  return (
    <ConfirmDialog
      title={`重試 ${props.entry.name}`}
      confirmLabel="重試"
      cancelLabel="返回"
      onConfirm={confirm}
      onCancel={props.onClose}
    >
      這個工作會再執行一次。
    </ConfirmDialog>
  )
}

export function EndJobDialog(props: Props) {
  const confirm = useJobAction(
    props,
    (id) => write(adminJobApi.end, { params: { id } }),
    '已結束工作',
  )
  return (
    <ConfirmDialog
      title={`不再執行 ${props.entry.name}`}
      confirmLabel="不再執行"
      cancelLabel="返回"
      color="error"
      onConfirm={confirm}
      onCancel={props.onClose}
    >
      這個工作會從列表移除，之後無法重試。
    </ConfirmDialog>
  )
}

/** The row leaves the list with either; a failure shows its message and the list as it is. */
function useJobAction(
  { entry, onDeleted, onReload, onClose }: Props,
  run: (id: string) => Promise<{ message: string }>,
  successText: string,
): () => void {
  const action = useBulkAction<FailedJob>({
    run: ({ id }) => run(id),
    successText: () => successText,
    onDone: onDeleted,
    onFailed: ({ message }) => {
      showToast({ message, success: false })
      onReload()
      onClose()
    },
  })
  return () => {
    if (!action.isRunning) action.start([entry])
  }
}
