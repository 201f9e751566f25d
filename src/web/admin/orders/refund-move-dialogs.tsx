import { formatMoney } from '#contract/money.ts'
import { adminRefundApi, type ListedRefund } from '#contract/refunds.ts'
import { write } from '../../api/write.ts'
import { showToast } from '../../ui/toast-store.ts'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import type { EntryDialogProps } from '../lists/list-definition.ts'
import { useBulkAction } from '../lists/use-bulk-action.ts'

type Props = Omit<EntryDialogProps<ListedRefund>, 'onOpen' | 'onSaved'>

const moves = {
  retry: {
    label: '重新退款',
    endpoint: adminRefundApi.retry,
    done: '已重新排入退款',
    text: '會再向綠界送出一次。請先確認失敗的原因已經排除。',
  },
  manual: {
    label: '改為人工退款',
    endpoint: adminRefundApi.byHand,
    done: '已改為人工退款',
    text: '之後不會再向綠界送出，請自行退還款項，完成後回來勾選。',
  },
  ask: {
    label: '再次查詢',
    endpoint: adminRefundApi.ask,
    done: '已重新查詢',
    text: '會再向綠界查詢這筆退款的結果。',
  },
  seenDone: {
    label: '已退款',
    endpoint: adminRefundApi.seenDone,
    done: '已記為已退款',
    text: '請先在綠界後台確認這筆款項已經退回。確認後顧客會看到「已退款」，無法改回。',
  },
  seenNotDone: {
    label: '未退款',
    endpoint: adminRefundApi.seenNotDone,
    done: '已記為未退款',
    text: '請先在綠界後台確認這筆款項沒有退回。之後可以「重新退款」或「改為人工退款」。',
  },
  drop: {
    label: '不再需要',
    endpoint: adminRefundApi.drop,
    done: '已標記為不再需要',
    text: '這筆款項不會退回，顧客也不會再看到這筆退款。',
  },
}

/** What goes on with a refund that has failed, or that has no answer. */
function MoveDialog({ move, ...props }: Props & { move: (typeof moves)[keyof typeof moves] }) {
  const { entry, onDeleted, onReload, onClose } = props
  const action = useBulkAction<ListedRefund>({
    run: ({ id }) => write(move.endpoint, { params: { id } }),
    successText: () => move.done,
    onDone: onDeleted,
    onFailed: ({ message }) => {
      showToast({ message, success: false })
      onReload()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={move.label}
      confirmLabel={move.label}
      cancelLabel="返回"
      isRunning={action.isRunning}
      onConfirm={() => action.start([entry])}
      onCancel={onClose}
    >
      訂單 {entry.order_number}，{formatMoney(entry.amount)}。{move.text}
    </ConfirmDialog>
  )
}

export function RetryRefundDialog(props: Props) {
  return <MoveDialog {...props} move={moves.retry} />
}

export function AskRefundDialog(props: Props) {
  return <MoveDialog {...props} move={moves.ask} />
}

export function SeenDoneDialog(props: Props) {
  return <MoveDialog {...props} move={moves.seenDone} />
}

export function SeenNotDoneDialog(props: Props) {
  return <MoveDialog {...props} move={moves.seenNotDone} />
}

export function DropRefundDialog(props: Props) {
  return <MoveDialog {...props} move={moves.drop} />
}

export function RefundByHandDialog(props: Props) {
  return <MoveDialog {...props} move={moves.manual} />
}
