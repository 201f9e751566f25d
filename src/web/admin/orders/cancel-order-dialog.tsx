import { adminOrderLifeApi } from '#contract/order-life.ts'
import { write } from '../../api/write.ts'
import { InvoicePreviewNote } from '../invoices/invoice-preview.tsx'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import type { OrderDialogProps } from './order-life.ts'

export function CancelOrderDialog({ life: { order }, onClose }: OrderDialogProps) {
  return (
    <ReasonDialog
      title={`取消訂單 ${order.number}`}
      submitLabel="確定取消"
      label="取消原因"
      missing="請填寫取消原因"
      help={order.is_paid ? '顧客會看到原因，已付的款項會退還。' : '顧客會看到這個原因。'}
      save={(data) => write(adminOrderLifeApi.cancel, { params: { id: order.id }, data })}
      onSaved={onClose}
      onClose={onClose}
    >
      <InvoicePreviewNote orderId={order.id} />
    </ReasonDialog>
  )
}
