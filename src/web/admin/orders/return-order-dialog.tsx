import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { Controller, useForm } from 'react-hook-form'
import { formatMoney } from '#contract/money.ts'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import { splitRefund } from '#contract/return-value.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { write } from '../../api/write.ts'
import { linePieces } from '../../shared/unshipped-lines.ts'
import { InvoicePreviewNote } from '../invoices/invoice-preview.tsx'
import { DigitsFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import type { OrderDialogProps } from './order-life.ts'

interface ReturnForm {
  reason: string
  refund: number | ''
  lines: { qty: number | ''; to_stock: boolean }[]
}

/** Records what came back: the amount to refund, and line by line whether it can be sold again. */
export function ReturnOrderDialog({ life, onClose }: OrderDialogProps) {
  const { order } = life
  // Credit and points that were used come back with it.
  const refundable = (life.refundable ?? 0) + (life.credit_used ?? 0)
  const lines = linePieces(life).filter(({ shipped }) => shipped > 0)
  const idempotency = useIdempotencyKey()
  const form = useForm<ReturnForm>({
    defaultValues: {
      reason: '',
      refund: refundable,
      lines: lines.map(({ shipped }) => ({ qty: shipped, to_stock: true })),
    },
  })
  const save = useSaveEntry<ReturnForm>({
    form,
    save: ({ reason, refund, lines: returned }) => {
      const input = {
        params: { id: order.id },
        data: {
          reason,
          refund: Number(refund || 0),
          lines: lines.flatMap(({ id }, index) => {
            const { qty = 0, to_stock = false } = returned[index] ?? {}
            return Number(qty) > 0 ? [{ line_id: id, qty: Number(qty), to_stock }] : []
          }),
        },
      }
      return write(adminOrderLifeApi.return, input, { idempotencyKey: idempotency.keyOf(input) })
    },
    words: { reason: { label: '退貨原因' }, refund: { label: '退款金額' } },
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={`登記退貨 ${order.number}`}
      submitLabel="登記退貨"
      save={save}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <TextFormField control={form.control} name="reason" label="退貨原因" required />
        <DigitsFormField
          control={form.control}
          name="refund"
          label="退款金額（NT$）"
          help={`最多可退 ${formatMoney(refundable)}`}
        />
        <InvoicePreviewNote
          orderId={order.id}
          refund={moneyOf(life, Number(form.watch('refund') || 0))}
        />
        {lines.map(({ id, title, shipped }, index) => (
          <Box key={id} sx={row}>
            <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
              {title}
            </Box>
            <DigitsFormField
              control={form.control}
              name={`lines.${index}.qty`}
              label="退回件數"
              help={`已出貨 ${shipped} 件`}
            />
            <Controller
              control={form.control}
              name={`lines.${index}.to_stock`}
              render={({ field: { value, onChange, onBlur, ref, name } }) => (
                <FormControlLabel
                  label="放回庫存"
                  control={
                    <Checkbox
                      name={name}
                      checked={value}
                      onBlur={onBlur}
                      onChange={(_, checked) => onChange(checked)}
                      slotProps={{ input: { ref } }}
                    />
                  }
                />
              )}
            />
          </Box>
        ))}
      </Box>
    </FormDialog>
  )
}

/** The part of a refund that is paid in money, in whole NT$. */
function moneyOf(life: OrderDialogProps['life'], amount: number): number {
  const { refundable: money = 0, credit_used: credit = 0, credit_first: isFirst } = life
  return splitRefund(amount, { money, credit, first: isFirst ? 'credit' : 'money' }).money
}

const row = {
  display: 'grid',
  gap: 2,
  alignItems: 'center',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) 110px', sm: 'minmax(0, 1fr) 140px auto' },
} as const
