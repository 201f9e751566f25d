import { adminGroupApi } from '#contract/admin-campaigns.ts'
import { useApiMutation } from '../../api/queries.ts'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'

interface ShortfallDialogProps {
  groupId: string
  decision: 'ship' | 'cancel'
  onDecided: () => void
  onClose: () => void
}

const words = {
  ship: {
    title: '照常出貨',
    text: '付款的份數低於成團門檻，仍依成團價格出貨。決定後不能更改。',
    color: 'primary',
  },
  cancel: {
    title: '取消並退款',
    text: '取消這個團尚未出貨的所有訂單，已付的款項會退還。決定後不能更改。',
    color: 'error',
  },
} as const

/** What becomes of a group of which too little was paid. */
export function ShortfallDialog(props: ShortfallDialogProps) {
  const { groupId, decision } = props
  const { title, text, color } = words[decision]
  const decide = useApiMutation(adminGroupApi.shortfall, {
    onSuccess: props.onDecided,
    onError: props.onClose,
  })
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={decision === 'ship' ? '確定出貨' : '確定取消並退款'}
      cancelLabel="返回"
      color={color}
      isRunning={decide.isPending}
      onConfirm={() => decide.mutate({ params: { id: groupId }, data: { decision } })}
      onCancel={props.onClose}
    >
      {text}
    </ConfirmDialog>
  )
}
