import { staffApi } from '#contract/staff.ts'
import { write } from '../../api/write.ts'
import { showToast } from '../../ui/toast-store.ts'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import type { EntryDialogProps } from '../lists/list-definition.ts'
import { useBulkAction } from '../lists/use-bulk-action.ts'
import { type StaffRow, staffName } from './staff-columns.tsx'

type Props = EntryDialogProps<StaffRow>

export function RemoveStaffDialog(props: Props) {
  const start = useStaffAction(props, staffApi.remove, '已移除成員')
  return (
    <ConfirmDialog
      title={`移除成員 ${staffName(props.entry)}`}
      confirmLabel="移除成員"
      cancelLabel="返回"
      color="error"
      onConfirm={start}
      onCancel={props.onClose}
    >
      這個帳號會立即登出並刪除，過去的操作紀錄會保留。
    </ConfirmDialog>
  )
}

export function SignOutStaffDialog(props: Props) {
  const start = useStaffAction(props, staffApi.endSessions, '已登出')
  return (
    <ConfirmDialog
      title={`登出 ${staffName(props.entry)} 的所有裝置`}
      confirmLabel="登出所有裝置"
      cancelLabel="返回"
      onConfirm={start}
      onCancel={props.onClose}
    >
      對方需要重新登入才能繼續使用後台。
    </ConfirmDialog>
  )
}

export function ResetTotpDialog(props: Props) {
  const start = useStaffAction(props, staffApi.resetTotp, '已停用兩步驟驗證')
  return (
    <ConfirmDialog
      title={`停用 ${staffName(props.entry)} 的兩步驟驗證`}
      confirmLabel="停用兩步驟驗證"
      cancelLabel="返回"
      color="error"
      onConfirm={start}
      onCancel={props.onClose}
    >
      給手機與備援碼都遺失的成員使用：對方會登出，之後只憑密碼就能登入，並會收到通知信。
    </ConfirmDialog>
  )
}

type StaffEndpoint =
  | typeof staffApi.remove
  | typeof staffApi.endSessions
  | typeof staffApi.resetTotp

function useStaffAction(
  { entry, onDeleted, onClose }: Props,
  endpoint: StaffEndpoint,
  successText: string,
): () => void {
  const action = useBulkAction<StaffRow>({
    run: ({ uid }) => write(endpoint, { params: { uid } }),
    successText: () => successText,
    onDone: onDeleted,
    onFailed: ({ message }) => {
      showToast({ message, success: false })
      onClose()
    },
  })
  return () => {
    if (!action.isRunning) action.start([entry])
  }
}
