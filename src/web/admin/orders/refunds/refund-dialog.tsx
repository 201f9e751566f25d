import Box from '@mui/material/Box'
import { useForm } from 'react-hook-form'
import { formatMoney } from '#contract/money.ts'
import { adminRefundApi } from '#contract/refunds.ts'
import { useIdempotencyKey } from '../../../api/idempotency-key.ts'
import { shopTerms } from '../../../api/shop-config.ts'
import { write } from '../../../api/write.ts'
import { InvoicePreviewNote } from '../../invoices/invoice-preview.tsx'
import { DigitsFormField, SelectFormField, TextFormField } from '../../ui/fields/form-fields.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useSaveEntry } from '../../ui/use-save-entry.ts'
import type { OrderDialogProps } from '../order-life.ts'

interface RefundForm {
  amount: number | ''
  reason: string
  /** Empty: the way it was paid. */
  to: 'credit' | ''
}

/** Gives back what an order was paid, or a part of it. */
export function RefundDialog({ life, onClose }: OrderDialogProps) {
  const { order, refundable = 0 } = life
  const idempotency = useIdempotencyKey()
  const form = useForm<RefundForm>({
    defaultValues: { amount: refundable, reason: '', to: '' },
  })
  // Credit is a member's: the id stands behind the last plus sign of the name.
  const mayCredit = shopTerms?.credit?.credit === true && order.user.name.includes('+')
  const save = useSaveEntry<RefundForm>({
    form,
    save: (values) => {
      const { amount: typed, reason, to } = values
      const data = { amount: Number(typed || 0), reason, ...(to === 'credit' && { to }) }
      const input = { params: { id: order.id }, data }
      return write(adminRefundApi.create, input, { idempotencyKey: idempotency.keyOf(input) })
    },
    words: { amount: { label: '退款金額' }, reason: { label: '退款原因' } },
    onSaved: onClose,
  })
  const amount = form.watch('amount')
  return (
    <FormDialog
      title={`退款 ${order.number}`}
      submitLabel={amount === '' ? '退款' : `退款 ${formatMoney(amount)}`}
      save={save}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <DigitsFormField
          control={form.control}
          name="amount"
          label="退款金額（NT$）"
          required
          help={`最多可退 ${formatMoney(refundable)}。全額退款不會取消訂單；不再出貨請用「取消訂單」`}
        />
        <TextFormField control={form.control} name="reason" label="退款原因" required />
        {mayCredit && (
          <SelectFormField
            control={form.control}
            name="to"
            label="退到"
            emptyLabel="原付款方式"
            options={[{ value: 'credit', label: '購物金' }]}
            help="依法應退回原付款方式，顧客同意才可退成購物金；選購物金時立即入帳"
          />
        )}
        {/* The money of what becomes credit stays, and so does the invoice. */}
        {form.watch('to') !== 'credit' && <InvoicePreviewNote orderId={order.id} refund={amount} />}
      </Box>
    </FormDialog>
  )
}
