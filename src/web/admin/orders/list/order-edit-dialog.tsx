import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { useController, useForm } from 'react-hook-form'
import { contactName } from '#contract/members.ts'
import { adminOrderApi, type StaffOrder } from '#contract/orders.ts'
import { write } from '../../../api/write.ts'
import type { EntryDialogProps } from '../../lists/list-definition.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useSaveEntry } from '../../ui/use-save-entry.ts'
import { OrderLines } from '../order-lines.tsx'
import { OrderContact, OrderSumList } from '../order-summary.tsx'

/** Only the payment state is the shop's to change; the rest is what the shopper ordered. */
export function OrderEditDialog({ entry: order, onSaved, onClose }: EntryDialogProps<StaffOrder>) {
  const form = useForm({ defaultValues: { is_paid: order.is_paid } })
  const { field: isPaid } = useController({ control: form.control, name: 'is_paid' })
  const save = useSaveEntry({
    form,
    save: (data) => write(adminOrderApi.update, { params: { id: order.id }, data }),
    onSaved,
  })
  // Unchanged, the state that the dialog was opened with would undo a payment of meanwhile.
  const submit = save.isDirty ? save.submit : onClose
  const { user } = order

  return (
    <FormDialog
      ignoresEscape
      title={`編輯 ${order.id}`}
      submitLabel="儲存"
      save={{ ...save, submit }}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          <ReadOnlyField label="電子信箱" value={user.email} />
          <ReadOnlyField label="訂購人" value={contactName(user.name)} />
        </Box>
        <ReadOnlyField label="地址" value={user.address} isMultiline />
        <OrderContact order={order} />
        <OrderLines order={order} />
        <OrderSumList order={order} />
        <FormControlLabel
          label="付款狀態"
          control={
            <Checkbox
              name={isPaid.name}
              checked={isPaid.value}
              onBlur={isPaid.onBlur}
              onChange={(_, checked) => isPaid.onChange(checked)}
            />
          }
        />
      </Box>
    </FormDialog>
  )
}

function ReadOnlyField(props: { label: string; value: string; isMultiline?: boolean }) {
  return (
    <TextField
      label={props.label}
      value={props.value}
      size="small"
      fullWidth
      multiline={props.isMultiline === true}
      slotProps={{ htmlInput: { readOnly: true } }}
    />
  )
}
