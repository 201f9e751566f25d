import Box from '@mui/material/Box'
import { useForm } from 'react-hook-form'
import { formatMoney } from '#contract/money.ts'
import type { Refund } from '#contract/order-life.ts'
import { adminRefundApi } from '#contract/refunds.ts'
import { write } from '../../../api/write.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { TextFormField } from '../../ui/fields/form-fields.tsx'
import { toTaipeiDay } from '../../ui/fields/taipei-input.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useSaveEntry } from '../../ui/use-save-entry.ts'
import { RefundAccountLine } from './refund-account.tsx'

/** Marks a refund as remitted by hand. */
export function RemittedDialog(props: {
  refund: Refund
  onSaved: () => void
  onClose: () => void
}) {
  const { refund, onSaved, onClose } = props
  const form = useForm({
    defaultValues: { remitted_on: toTaipeiDay(Date.now()), account_last5: '' },
  })
  const save = useSaveEntry({
    form,
    save: (data) => write(adminRefundApi.complete, { params: { id: refund.id }, data }),
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
        <DateField control={form.control} name="remitted_on" label="匯款日期" required />
        <TextFormField control={form.control} name="account_last5" label="帳號末五碼" required />
      </Box>
    </FormDialog>
  )
}
