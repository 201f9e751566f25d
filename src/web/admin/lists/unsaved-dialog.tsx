import { ConfirmDialog } from './confirm-dialog.tsx'
import type { useUnsavedGuard } from './use-unsaved-guard.ts'

/** Asks whether unsaved changes may be lost, while their guard wants to know. */
export function UnsavedDialog({ guard }: { guard: ReturnType<typeof useUnsavedGuard> }) {
  if (!guard.isAsking) return null
  return (
    <ConfirmDialog
      title="尚有未儲存的變更"
      confirmLabel="捨棄變更"
      cancelLabel="繼續編輯"
      color="error"
      onConfirm={guard.discard}
      onCancel={guard.stay}
    >
      離開後，剛才輸入的內容將不會保留。
    </ConfirmDialog>
  )
}
