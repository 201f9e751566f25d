import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { adminOrderApi, type Order } from '#contract/orders.ts'
import { useApiMutation } from '../../api/queries.ts'
import { FormDialog } from '../lists/form-dialog.tsx'
import { OrderLines } from './order-lines.tsx'
import { ordererName } from './orderer.ts'

interface OrderEditDialogProps {
  order: Order
  onSaved: () => void
  onClose: () => void
}

/** Only the payment state is the shop's to change; the rest is what the shopper ordered. */
export function OrderEditDialog({ order, onSaved, onClose }: OrderEditDialogProps) {
  const [isPaid, setIsPaid] = useState(order.is_paid)
  const save = useApiMutation(adminOrderApi.update, { onSuccess: onSaved })
  const { user } = order

  return (
    <FormDialog
      title={`編輯 ${order.id}`}
      submitLabel="儲存"
      isDirty={isPaid !== order.is_paid}
      isSaving={save.isPending}
      onSubmit={() => save.mutate({ params: { id: order.id }, data: { is_paid: isPaid } })}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          <ReadOnlyField label="電子信箱" value={user.email} />
          <ReadOnlyField label="訂購人" value={ordererName(user.name)} />
        </Box>
        <ReadOnlyField label="地址" value={user.address} />
        <OrderLines order={order} />
        <FormControlLabel
          label="付款狀態"
          control={<Checkbox checked={isPaid} onChange={(_, checked) => setIsPaid(checked)} />}
        />
      </Box>
    </FormDialog>
  )
}

function ReadOnlyField({ label, value }: { label: string; value: string }) {
  return (
    <TextField
      label={label}
      value={value}
      size="small"
      fullWidth
      multiline={label === '地址'}
      slotProps={{ htmlInput: { readOnly: true } }}
    />
  )
}
