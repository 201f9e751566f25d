import { ConfirmDialog } from './confirm-dialog.tsx'

/** Asks whether unsaved changes may be lost. */
export function UnsavedDialog(props: { onDiscard: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog
      title="尚有未儲存的變更"
      confirmLabel="捨棄變更"
      cancelLabel="繼續編輯"
      color="error"
      onConfirm={props.onDiscard}
      onCancel={props.onStay}
    >
      離開後，剛才輸入的內容將不會保留。
    </ConfirmDialog>
  )
}
