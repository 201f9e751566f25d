import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { Controller, useForm } from 'react-hook-form'
import { formatMoney } from '#contract/money.ts'
import type { Refund } from '#contract/order-life.ts'
import { adminRefundApi } from '#contract/refunds.ts'
import { call } from '../../api/call.ts'
import { formatDay } from '../../ui/dates.ts'
import { FormDialog } from '../lists/form-dialog.tsx'
import { TextFormField } from '../lists/form-fields.tsx'
import { useSaveEntry } from '../lists/use-save-entry.ts'
import { RefundAccountLine } from './refund-account.tsx'

/** Marks a refund as remitted by hand. */
export function RemittedDialog(props: {
  refund: Refund
  onSaved: () => void
  onClose: () => void
}) {
  const { refund, onSaved, onClose } = props
  const form = useForm({
    defaultValues: { remitted_on: formatDay(Date.now()).replaceAll('/', '-'), account_last5: '' },
  })
  const save = useSaveEntry({
    form,
    save: (data) => call(adminRefundApi.complete, { params: { id: refund.id }, data }),
    words: {
      remitted_on: { label: '匯款日期' },
      account_last5: { label: '帳號末五碼', invalid: '請輸入帳號的最後五個數字' },
    },
    onSaved,
  })
  return (
    <FormDialog
      title={`已匯款 ${formatMoney(refund.amount)}`}
      submitLabel="儲存"
      save={save}
      onClose={onClose}
    >
      <RefundAccountLine refund={refund} />
      <Box sx={{ display: 'grid', gap: 2, pt: 1, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <Controller
          control={form.control}
          name="remitted_on"
          render={({ field: { ref, ...field }, fieldState }) => (
            <TextField
              {...field}
              inputRef={ref}
              type="date"
              label="匯款日期"
              size="small"
              required
              error={fieldState.invalid}
              helperText={fieldState.error?.message}
              slotProps={{ inputLabel: { shrink: true } }}
            />
          )}
        />
        <TextFormField control={form.control} name="account_last5" label="帳號末五碼" required />
      </Box>
    </FormDialog>
  )
}
