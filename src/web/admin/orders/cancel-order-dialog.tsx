import Box from '@mui/material/Box'
import { useForm } from 'react-hook-form'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import { write } from '../../api/write.ts'
import { InvoicePreviewNote } from '../invoices/invoice-preview.tsx'
import { TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import type { OrderDialogProps } from './order-life.ts'

/** Cancels an order for a reason that its shopper reads. */
export function CancelOrderDialog({ life, onClose }: OrderDialogProps) {
  const { order } = life
  const form = useForm({ defaultValues: { reason: '' } })
  const save = useSaveEntry({
    form,
    save: (data) => write(adminOrderLifeApi.cancel, { params: { id: order.id }, data }),
    words: { reason: { label: '取消原因', missing: '請填寫取消原因' } },
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={`取消訂單 ${order.number}`}
      submitLabel="確定取消"
      save={save}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <TextFormField
          control={form.control}
          name="reason"
          label="取消原因"
          rows={3}
          required
          help={order.is_paid ? '顧客會看到原因，已付的款項會退還。' : '顧客會看到這個原因。'}
        />
        <InvoicePreviewNote orderId={order.id} />
      </Box>
    </FormDialog>
  )
}
