import { type TrashEntry, trashApi } from '#contract/trash.ts'
import { write } from '../../api/write.ts'
import { showToast } from '../../ui/toast-store.ts'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import type { BulkDialogProps, DialogProps, EntryDialogProps } from '../lists/list-definition.ts'
import { useBulkAction } from '../lists/use-bulk-action.ts'

type Archived = Pick<TrashEntry, 'kind' | 'id' | 'title' | 'deletion'>

export function RestoreDialog({ entry, ...props }: EntryDialogProps<Archived>) {
  return (
    <Question {...props} entries={[entry]} title={`還原 ${entry.title}`} confirmLabel="還原">
      這筆資料會回到原來的列表，內容不變。
    </Question>
  )
}

export function RestoreCheckedDialog({ entries, ...props }: BulkDialogProps<Archived>) {
  return (
    <Question
      {...props}
      entries={entries}
      title={`還原 ${entries.length} 筆資料`}
      confirmLabel="還原"
    >
      這些資料會回到原來的列表，內容不變。
    </Question>
  )
}

export function RestoreDeletionDialog({ entry, ...props }: EntryDialogProps<TrashEntry>) {
  return (
    <Question
      {...props}
      entries={[entry]}
      isWholeDeletion
      title="還原這次刪除的所有資料"
      confirmLabel="全部還原"
    >
      與 {entry.title} 同一次刪除的資料都會回到原來的列表。
    </Question>
  )
}

interface QuestionProps extends DialogProps {
  entries: Archived[]
  isWholeDeletion?: boolean
  title: string
  confirmLabel: string
  children: React.ReactNode
}

function Question(props: QuestionProps) {
  const action = useBulkAction<Archived>({
    run: ({ kind, id, deletion }) => {
      const data =
        props.isWholeDeletion && deletion !== undefined ? { deletion } : { kind, ids: [id] }
      return write(trashApi.restore, { data })
    },
    successText: (count) => (props.isWholeDeletion ? '已全部還原' : `已還原 ${count} 筆資料`),
    failedWord: '未還原',
    onDone: props.onDeleted,
    onFailed: ({ message }) => {
      showToast({ message, success: false })
      props.onReload()
      props.onClose()
    },
  })
  return (
    <ConfirmDialog
      title={props.title}
      confirmLabel={props.confirmLabel}
      cancelLabel="返回"
      isRunning={action.isRunning}
      onConfirm={() => action.start(props.entries)}
      onCancel={props.onClose}
    >
      {props.children}
    </ConfirmDialog>
  )
}
