import { type TrashEntry, trashApi } from '#contract/trash.ts'
import { write } from '../../api/write.ts'
import { showToast } from '../../ui/toast-store.ts'
import { askAbout } from '../lists/ask-about.tsx'
import type { BulkDialogProps } from '../lists/list-definition.ts'
import { useBulkAction } from '../lists/use-bulk-action.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

type Archived = Pick<TrashEntry, 'kind' | 'id' | 'title' | 'deletion'>

export const RestoreDialog = askAbout<Archived>(({ kind, id, title }) => ({
  title: `還原 ${title}`,
  text: '這筆資料會回到原來的列表，內容不變。',
  label: '還原',
  run: () => write(trashApi.restore, { data: { kind, ids: [id] } }),
}))

export const RestoreDeletionDialog = askAbout<TrashEntry>(({ kind, id, title, deletion }) => ({
  title: '還原這次刪除的所有資料',
  text: `與 ${title} 同一次刪除的資料都會回到原來的列表。`,
  label: '全部還原',
  run: () =>
    write(trashApi.restore, {
      data: deletion === undefined ? { kind, ids: [id] } : { deletion },
    }),
}))

export function RestoreCheckedDialog(props: BulkDialogProps<Archived>) {
  const { entries, onDeleted, onReload, onClose } = props
  const action = useBulkAction<Archived>({
    run: ({ kind, id }) => write(trashApi.restore, { data: { kind, ids: [id] } }),
    successText: (count) => `已還原 ${count} 筆資料`,
    failedWord: '未還原',
    onDone: onDeleted,
    onFailed: ({ message }) => {
      showToast({ message, success: false })
      onReload()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`還原 ${entries.length} 筆資料`}
      confirmLabel="還原"
      cancelLabel="返回"
      isRunning={action.isRunning}
      onConfirm={() => action.start(entries)}
      onCancel={onClose}
    >
      這些資料會回到原來的列表，內容不變。
    </ConfirmDialog>
  )
}
